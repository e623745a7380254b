import { defineConfig } from '@rsbuild/core'
import { pluginReact } from '@rsbuild/plugin-react'

/** Where the development server finds the real one. */
const server = `http://127.0.0.1:${process.env.PORT ?? '8080'}`
const passOn = { target: server, changeOrigin: false }

const SCRIPTS = 'static/js'
const STYLES = 'static/css'

export default defineConfig({
  plugins: [pluginReact()],
  source: { entry: { index: './src/main.tsx' } },
  html: {
    template: './src/index.html',
    favicon: './src/assets/mark.svg',
    title: 'Tradebook',
  },
  output: {
    target: 'web',
    overrideBrowserslist: ['chrome >= 120', 'edge >= 120', 'firefox >= 121', 'safari >= 17.2'],
    // Lazy chunks lie next to the first ones: the specification knows these two folders only.
    distPath: { root: 'dist', js: SCRIPTS, jsAsync: SCRIPTS, css: STYLES, cssAsync: STYLES },
    legalComments: 'linked',
    polyfill: 'off',
    // Strict CSP: nothing executable is in the page itself.
    inlineScripts: false,
    inlineStyles: false,
    dataUriLimit: 0,
  },
  performance: { printFileSize: { compressed: true } },
  tools: {
    rspack: {
      // Milliseconds a screen's chunk may take before it counts as failed (specification §9).
      output: { chunkLoadTimeout: 120_000 },
    },
  },
  // All of it is built in under a second; screens built on first sight would only come later.
  dev: { lazyCompilation: false },
  server: {
    port: Number(process.env.WEB_PORT ?? 3000),
    proxy: {
      '/api': passOn,
      '/AbpUserConfiguration': passOn,
      '/Home': passOn,
      '/signalr': { ...passOn, ws: true },
    },
  },
})
