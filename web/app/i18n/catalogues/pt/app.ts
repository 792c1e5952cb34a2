import type { Catalogue } from '../../catalogue.ts';

export const app: Catalogue['app'] = {
  lead: 'A corretora é um aplicativo que o navegador instala: abre em janela própria e é sempre a versão mais recente. Não há nenhum em lojas; quem oferecer um não é daqui.',
  scan: 'Escaneie com a câmera do celular',
  androidOpen: 'Abra {{address}} no Chrome, Edge ou Samsung Internet.',
  androidAdd: 'Escolha “Instalar aplicativo” ou “Adicionar à tela inicial” no menu do navegador.',
  appleOpen: 'Abra {{address}} no Safari.',
  appleAdd: 'Toque em Compartilhar e depois em “Adicionar à Tela de Início”.',
  here: 'Neste dispositivo',
  install: 'Instalar agora',
  installed: 'O aplicativo está instalado neste dispositivo.',
  browser: 'Use o botão de instalação no fim da barra de endereço ou o menu do navegador.',
  insecure: 'Este endereço não é seguro (https); por isso os navegadores só o abrem como página e não o instalam.',
  apple: 'iPhone e iPad',
  code: 'Código QR que abre {{address}}',
  atHome:
    'Este endereço existe apenas neste computador. Para experimentar a corretora no celular, inicie-a com HOST=0.0.0.0 e abra pelo endereço do computador na sua rede.',
};
