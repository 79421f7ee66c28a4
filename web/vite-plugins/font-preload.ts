import type { Plugin } from 'vite'

/**
 * Asks for the Latin files of the named fonts in the page's head. Otherwise they are found only
 * after the style sheet, and headings visibly change their letters.
 */
export function fontPreload(families: string[]): Plugin {
  const wanted = families.map((family) => new RegExp(`${family}-latin-wght-normal-[^/]*\\.woff2$`))
  return {
    name: 'font-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => wanted.some((pattern) => pattern.test(file)))
          .map((file) => ({
            tag: 'link',
            injectTo: 'head' as const,
            attrs: {
              rel: 'preload',
              as: 'font',
              type: 'font/woff2',
              href: `/${file}`,
              crossorigin: true,
            },
          })),
    },
  }
}
