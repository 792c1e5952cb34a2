import type { BuildOptions, Plugin } from 'vite';
import { themeStyleSheet } from './ui/theme/tokens.ts';

/** The build options of the public page and of the console. */
export const buildOptions = {
  emptyOutDir: true,
  // Lists the modules of each script, for size budgets and for the test that keeps the console out of the public page.
  manifest: true,
  target: 'es2023',
  // Logos stay files of their own, so that they can be cached and the content security policy can forbid data URLs.
  assetsInlineLimit: 0,
  // Only the scripts of an opened route are fetched; the polyfill would be an inline script.
  modulePreload: { polyfill: false },
  rolldownOptions: {
    // Declarations of the contract have no side effects, so that a page bundles only those that it uses.
    treeshake: {
      manualPureFunctions: [
        'Type',
        'readCall',
        'writeCall',
        'moneyCall',
        'fileCall',
        'socketCall',
        'channel',
        'Page',
        'Success',
        'Line',
        'Text',
      ],
    },
  },
} as const satisfies BuildOptions;

/** Generates the style sheet of the colour table, which charts use as well, at build time. */
export function tokens(): Plugin {
  const name = 'virtual:tokens.css';
  return {
    name: 'bourse-tokens',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) => (id === `\0${name}` ? themeStyleSheet() : undefined),
  };
}

/** Lets the page request the Latin letters of its font beside its scripts, and not only once a text is drawn. */
export function earlyFont(): Plugin {
  return {
    name: 'bourse-early-font',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => {
        const fonts = Object.keys(bundle).filter((file) => /\/inter-latin-wght-normal-.*\.woff2$/.test(file));
        return fonts.map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: true },
          injectTo: 'head',
        }));
      },
    },
  };
}
