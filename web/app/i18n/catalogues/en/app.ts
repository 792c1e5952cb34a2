export const app = {
  lead: 'The exchange is an app that your browser installs: it opens in a window of its own and is always the newest version. There is none in a store; whoever offers you one is not from here.',
  scan: 'Scan with the phone’s camera',
  androidOpen: 'Open {{address}} in Chrome, Edge or Samsung Internet.',
  androidAdd: 'Choose “Install app” or “Add to home screen” in the browser’s menu.',
  appleOpen: 'Open {{address}} in Safari.',
  appleAdd: 'Press Share, then “Add to Home Screen”.',
  here: 'On this device',
  install: 'Install now',
  installed: 'The app is installed on this device.',
  browser: 'Use the install button at the end of the address line, or the menu of the browser.',
  insecure: 'This address is not secure (https), so browsers will only open it as a page and not install it.',
  apple: 'iPhone and iPad',
  code: 'QR code that opens {{address}}',
  atHome:
    'This address exists on this computer only. To try the exchange on a phone, start it with HOST=0.0.0.0 and open it by the computer’s address in your network.',
} as const;
