const words = (text: string) => text.trim().split(/\s+/);

/** Whole passwords from the top of leak statistics published over many years. */
export const commonPasswords = words(`
  123456 1234567 12345678 123456789 1234567890 12345678910 0123456789 987654321 87654321 7654321 654321 9876543210
  123123 123123123 123321 112233 11223344 1122334455 121212 12121212 131313 141414 151515 212121 232323 252525 313131
  101010 102030 10203040 123654 123654789 147258 147258369 147852 147852369 159357 159753 159951 753951 789456
  789456123 456789 456123 369258147 963852741 741852963 258456 321654 321654987 135790 135792468 246810 24681012
  100200 100200300 200000 198700 142536 142857 314159 3141592 31415926 271828 420420 696969 777888 998877 999888
  1q2w3e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3 q1w2e3r4 q1w2e3r4t5 1qaz2wsx 1qazxsw2 qazwsx qazwsxedc zaq12wsx
  zaq1xsw2 1qaz2wsx3edc qwe123 123qwe 123qweasd qweasd qweasdzxc asd123 123asd asdzxc zxc123 asdqwe123 qwer1234
  1234qwer q1q1q1 q12345 q123456 qw123456 qwe123456 qwerty123456 a12345 a123456 a1234567 a12345678 a123456789 aa123456
  aa12345678 abc123 abc1234 abc12345 abc123456 abcd1234 abcd12345 abcde12345 abcdef abcdefg abcdefgh a1b2c3 a1b2c3d4
  a1b2c3d4e5 aaa111 aaa123 aaaaaa aaaaaaa aaaaaaaa aaaa1111 1a2b3c 1a2b3c4d 123abc 123456a 1234567a 12345678a
  123456789a 123456q 12345q 1234abcd 12345abc 123456abc 1234567q 12345qwert 12345678q asdf1234 asdfgh123 zxcvbn123
  asdasd asdasd123 asdasdasd qweqwe qweqwe123 zxczxc zzzzzz xxxxxx ssssss qqqqqq wwwwww eeeeee dddddd cccccc bbbbbb
  passw0rd passwd passwort pa55word pa55w0rd p455w0rd p4ssw0rd p4ssword passpass mypassword mypass newpassword
  password1234 password12345 passwordpassword letmein letmein123 letmeinnow changeme changeme123 trustno1 trustnoone
  iloveyou iloveyou1 iloveyou2 iloveyou123 iloveu iloveu2 ilovegod ilovehim ilovemom ilovesex imissyou loveyou
  loveyou123 lovelove loveme loveme123 lovers1 fuckyou fuckyou1 fuckyou2 fuckme fuckoff fuckit asshole bullshit
  welcome1 welcome123 login123 admin123 admin1234 administrator root123 toor123 guest123 test1234 test123456 testtest
  tester1 testing1 demo123 user123 username temp123 temporary default1 master123 hello123 hellohello secret123
  access14 dragon123 monkey123 ninja123 shadow123 sunshine1 superman1 batman123 blink182 ncc1701 ncc1701d thx1138
  rush2112 bond007 agent007 james007 jordan23 jordan1 michael23 number1 1number player1 killer1 gfhjkm ghbdtn ytrewq
  qwertz qwertzu qwertzuiop azerty azertyuiop azerty123 motdepasse contrasena contrasenha senha123 senhas wachtwoord
  haslo123 heslo123 parola sifre123 sifresiz parola123 woaini woaini520 woaini1314 5201314 520520 1314520 7758521
  woaiwojia wang123 xiaoxiao zhang123 woaini123 asd123456 qq123456 wo123456 aini1314 a5201314 sakura123 doraemon
  pokemon123 naruto123 bitcoin1 bitcoin123 crypto123 hodl123 tothemoon satoshi1 binance1 binance123 ethereum1 trader123
`);

/** Words that these statistics contain alone, doubled or followed by a number. */
export const commonWords = words(`
  password pass qwerty admin login welcome hello secret master monkey dragon shadow sunshine princess football baseball
  basketball soccer hockey tennis golfer superman batman spiderman ironman pokemon starwars matrix killer ninja hunter
  ranger soldier warrior knight wizard merlin phoenix falcon eagle tiger lion panther wolf bear horse dolphin turtle
  rabbit bunny kitten kitty puppy doggy buddy lucky happy smile angel heaven devil demon hell ghost zombie vampire
  skull metal rock music guitar piano drummer dance party love lover baby honey sweet sugar candy cookie chocolate
  banana apple orange cherry peach lemon pepper ginger coffee pizza cheese butter chicken turkey summer winter spring
  autumn january february march april june july august september october november december monday friday sunday
  flower rose lily daisy jasmine violet purple yellow green blue black white silver golden diamond crystal pearl
  amber ruby star moon galaxy planet saturn jupiter mercury venus mars earth world internet computer hacker google
  yahoo facebook twitter youtube amazon android samsung nokia apple1 microsoft windows linux ubuntu oracle server
  network access system office company business money dollar rich gold bitcoin crypto ethereum litecoin dogecoin
  binance coinbase trader trading wallet exchange market invest bank casino poker gamer gaming player xbox playstation
  nintendo mario zelda sonic minecraft fortnite roblox naruto goku dragonball ferrari porsche mercedes bmw audi toyota
  honda suzuki yamaha kawasaki ducati harley mustang camaro corvette chevy ford nissan jaguar cobra viper racing
  turbo speed rocket jordan lakers bulls celtics yankees redsox cowboys steelers packers raiders eagles dolphins
  broncos giants chelsea arsenal liverpool manchester barcelona madrid juventus milan bayern ajax benfica galatasaray
  fenerbahce besiktas boca london paris berlin tokyo moscow texas boston chicago newyork brooklyn hollywood florida
  canada mexico brasil brazil england america germany france spain italy russia ukraine poland turkiye china japan
  india australia freedom liberty peace hope faith jesus christ god blessed grace mother father family friend friends
  brother sister forever always nothing something whatever naruto1 trustme believe dreams dreamer magic mystery fantasy
  legend hero champion winner power energy thunder lightning storm fire flame ice snow rain ocean river island beach
  sweety sweetheart darling beautiful pretty cute sexy hottie babygirl babyboy prince king queen lady boss mafia gangster
  police doctor nurse teacher student school college football1 captain pirate sailor marine army navy eagle1 snoopy
  mickey minnie donald garfield scooby simpson homer barney elmo tigger pooh nemo dumbo bambi simba pumba stitch
  chester buster rocky rocky1 sparky smokey bandit shadow1 oreo peanut muffin pumpkin cupcake bubbles princess1
  asdfgh zxcvbn qazwsx maverick gandalf frodo bilbo aragorn legolas sauron voldemort hogwarts hermione sherlock
  watson einstein newton tesla edison mozart beatles metallica nirvana slipknot eminem tupac rihanna beyonce shakira
  security private hidden unknown nobody anything letmein iloveyou changeme
`);

/** First names, the most frequent base of passwords after plain words. */
export const commonNames = words(`
  michael michelle daniel daniela david davide robert roberto william james john johnny jonathan joseph joshua jose
  juan carlos luis miguel pedro pablo diego fernando ricardo eduardo alejandro andrea andreas andrew anthony antonio
  thomas charlie charles charlotte christian christine christina christopher matthew martin martina marco maria marie
  mario mark marcus anna annie amanda ashley alex alexander alexandra alexis alice alicia amy angela angelina
  anton barbara benjamin brandon brian bryan caroline catherine chloe claudia cristina dennis diana dominic edward
  elena elizabeth emily emma eric erika eva felix francesco frank gabriel george gabriela giovanni giulia hannah
  harry heather helen henry igor irina isabel isabella ivan jack jackson jacob jake jason jasmin jennifer jenny
  jeremy jessica jesus1 jimmy joanna jorge julia julian julie justin karen karina katie kevin kimberly laura lauren
  leonardo linda lisa louis lorenzo lucas lucia luca madison maggie manuel margarita marina max maxim maximus megan
  melissa mike mikey mohamed mohammed ahmed ali hassan hussein ibrahim yusuf mehmet mustafa murat emre fatma ayse
  monica morgan nadia natalia natalie natasha nathan nicholas nicole nikita oliver olivia oscar pamela patricia
  patrick paul peter philip rachel rafael raymond rebecca richard ronaldo messi ryan samantha samuel sandra sara
  sarah scott sebastian sergey sofia sophie stefan stefano stephanie stephen steven susan sylvia taylor teresa
  tiffany timothy tony valentina valeria vanessa veronica victor victoria vincent vladimir walter yvonne zachary
  rahul rohit priya pooja krishna ganesh sairam amit ankit sanjay vijay deepak neha anjali sachin akash arjun
  haruto yuki sakura hiroshi takeshi minsu jimin xiaoming liwei wangwei zhangwei chenchen lili lingling
`);

/** Sequences of adjacent keys. */
export const keyboardWalks = words(`
  qwert qwerty qwertyu qwertyui qwertyuio qwertyuiop asdfg asdfgh asdfghj asdfghjk asdfghjkl zxcvb zxcvbn zxcvbnm
  poiuyt poiuytrewq lkjhgf lkjhgfdsa mnbvcx mnbvcxz qazxsw edcrfv rfvtgb tgbyhn wsxedc 1qaz 2wsx 3edc qweasd asdzxc
  qwer asdf zxcv wasd qaz wsx abcd abcde azert azerty
`);

/** Phrases that are quoted as passphrases, or that many people know. */
export const famousPhrases = words(`
  correcthorsebatterystaple correcthorse horsebatterystaple tobeornottobe maytheforcebewithyou iamyourfather
  theanswerisfortytwo winteriscoming youshallnotpass inyourdreams openthedoor opensesame thequickbrownfox
  thequickbrownfoxjumpsoverthelazydog letmeinplease pleaseletmein thisismypassword mypasswordis mysecretpassword
  ilovemyfamily iloveyousomuch iloveyouforever onceuponatime hakunamatata nevergonnagiveyouup tothemoon
  notyourkeysnotyourcoins buythedip hodlforever passwordpasswordpassword abcdefghijklmnopqrstuvwxyz
`);
