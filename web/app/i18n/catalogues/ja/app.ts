import type { Catalogue } from '../../catalogue.ts';

export const app: Catalogue['app'] = {
  lead: 'この取引所はブラウザーからインストールするアプリです。専用のウィンドウで開き、常に最新版です。ストアにアプリはありません。配布している者がいても当サイトとは無関係です。',
  scan: 'スマートフォンのカメラで読み取り',
  androidOpen: 'Chrome、Edge、Samsung Internet のいずれかで {{address}} を開きます。',
  androidAdd: 'ブラウザーのメニューから「アプリをインストール」または「ホーム画面に追加」を選びます。',
  appleOpen: 'Safari で {{address}} を開きます。',
  appleAdd: '共有ボタンを押し、「ホーム画面に追加」を選びます。',
  here: 'この端末',
  install: '今すぐインストール',
  installed: 'アプリはこの端末にインストールされています。',
  browser: 'アドレスバーの右端にあるインストールボタン、またはブラウザーのメニューをお使いください。',
  insecure:
    'このアドレスは安全な接続（https）ではないため、ブラウザーはページとして開くだけで、インストールできません。',
  apple: 'iPhone と iPad',
  code: '{{address}} を開く QR コード',
  atHome:
    'このアドレスはこのコンピューター上でのみ有効です。スマートフォンで試すには、HOST=0.0.0.0 を指定して起動し、ネットワーク内のこのコンピューターのアドレスで開いてください。',
};
