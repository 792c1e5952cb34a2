import type { Catalogue } from '../../catalogue.ts';

export const screen: Catalogue['screen'] = {
  // The keys
  keys: 'Atalhos de teclado',
  keysUse: 'Usar teclas avulsas',
  keysHint:
    'Enquanto você digita, as teclas não fazem nada sozinhas. Desative-as se dita ao computador ou aperta teclas sem querer.',
  keySearch: 'Buscar um mercado',
  keyMove: 'Na lista: para cima e para baixo',
  keyOpen: 'Na lista: abrir o mercado',
  keyLeave: 'Sair da busca, fechar o que está aberto',
  keyBuy: 'Formulário de compra',
  keySell: 'Formulário de venda',
  keyStep: 'Em preço ou quantidade: um passo, dez com Shift',
  keyPeriod: 'Período do gráfico',
  keyLine: 'Gráfico de linha',
  keyCancelAll: 'Cancelar todas as ordens',
  keyDelete: 'Excluir o desenho selecionado',
  keyHelp: 'Esta lista',
  // The connection
};
