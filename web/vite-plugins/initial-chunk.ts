import type { Plugin } from 'vite'

/**
 * The modules of the first screen: every module that one of the given ones imports by a plain
 * `import`, directly or not. A chunk of exactly these loads nothing that only a later screen uses.
 */
export function startModules(roots: readonly string[]): {
  plugin: Plugin
  has: (id: string) => boolean
} {
  const found = new Set<string>()
  return {
    has: (id) => found.has(id),
    plugin: {
      name: 'start-modules',
      buildEnd() {
        found.clear()
        const open = [...roots]
        for (let id = open.pop(); id !== undefined; id = open.pop()) {
          if (found.has(id)) continue
          found.add(id)
          open.push(...(this.getModuleInfo(id)?.importedIds ?? []))
        }
      },
    },
  }
}
