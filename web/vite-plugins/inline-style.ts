import type { Plugin } from 'vite'

/**
 * Puts the page's one style sheet into its head: on a slow line it is drawn a round trip earlier. The
 * nonce of the answer lets it through the content security policy.
 */
export function inlineStyle(): Plugin {
  return {
    name: 'inline-style',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        return html.replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)"[^>]*>/, (_link, file) => {
          const sheet = bundle[file]
          if (sheet?.type !== 'asset') throw new Error(`the build has no style sheet ${file}`)
          delete bundle[file]
          // Later chunks would ask for it before they run.
          for (const chunk of Object.values(bundle)) {
            if (chunk.type === 'chunk') chunk.viteMetadata?.importedCss.delete(file)
          }
          return `<style nonce="__CSP_NONCE__">${String(sheet.source).replaceAll('</', '<\\/')}</style>`
        })
      },
    },
  }
}
