/** The checksums of the released migration steps. A line is added with each release and never changed. */
export const releasedSteps: Readonly<Record<string, string>> = {
  '0001-core': '97b1fb4da5df655bb73db7b1270e3a70e0ff923a4d864c37a9d388c14f400933',
  '0100-people': '3009ce23182df3eb3a6fa0ad8d1984f0f16380b91d5d8efc8b347d0ae0fbdc71',
  '0300-market-history': '7cefba67da34a5ff180c8ec9f0e0ea7f813627226810f6997cb97052ef2a8b09',
  '0400-holds': '5206ca75777ded345260012da8494161c4b9755d9d322a4562b4aea59047420f',
  '0401-stop-price': '2cd77d203eb506f647c1751155b975176a5ed4bf7726f9402ab9623fd86491da',
  '0410-index-ticks': '9208079581ffd28aa58cba5280a03f1eaf0f42b26d310ea267301a02a9c30333',
  '0420-operators': '46b8c178d19fc61162df63afa2dd4bc676d9c42adfe32ef24970e60a57794980',
  '0421-settings': '01a627cec1e8c6bcc07f37e385c106ec7a4b5f05746d78d7737c6903badc686c',
  '0500-news': '084a2dbf10cf7b1e39436c45faf825bf18d9c5b9f02c7102a3f4ca2a2df36a90',
  '0510-codes': '1c3111bfa9fb74535bd8f5e42149697bee0d8510ad3dd04f4c6af261cec54911',
  '0520-favourites': '0a436ee96efbbdcb6af0e7da04baea8853cf0e649ce71da2a1f5367924e4bd5c',
  '0521-sessions': '5a4774cca38a073b2b1d443453b6e4a436cc7cce8791d4692a2d38faaaf9e2fe',
  '0640-code-budgets': '56c2d1f75e33b22bf9fa09af1b7f8def79a4315d97c0ead782a81409189fb430',
  '0650-long-codes': 'c5ec341a18a285e06d274b188b3c25d145e07a881fccfca5bd9e1e94eabdde33',
  '0700-savings-deposits': 'e64dd13783fb66cb20929eaffd78310bb9abd58b995769ee460633c8e5afc430',
  '0701-settings-subject': 'e33bdc3903513e638b8326e5c417fa6b5f3ac8d0d7a6fb730f66a0633cf49483',
};
