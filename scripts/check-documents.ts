import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path/posix'
import { root } from './install.mjs'
import { output } from './steps.ts'

/** Fewer documents than this means that next to nothing was read. */
const fewest = 30

/** Everything that a document may name. */
export type Tree = {
  /** The files of the repository, each as `/path` and a line break, after a line break. */
  files: string
  scripts: object
  read: (file: string) => string
}

/** Texts in backticks that name a file by its end; others with a slash may be anything. */
const isSource = /\.(?:tsx?|mts|mjs|md|sql)$/
/** A placeholder (`<noun>.ts`, `*.test.ts`) is no path. */
const isPlain = /^[\w@.-]+(?:\/[\w@.-]+)*\/?$/

/** Whether `/path` is a file or a folder, or the end of one: `run.ts` and `send/broadcast.ts` are enough. */
const has = ({ files }: Tree, path: string): boolean =>
  ['/', '\n'].some((end) => files.includes(path.replace(/\/$/, '') + end))

function codeFault(tree: Tree, text: string): string | null {
  const script = /^npm run (?:-s )?([\w:-]+)/.exec(text)?.[1]
  if (script && !(script in tree.scripts)) return `there is no 'npm run ${script}'`
  const isInFolder = text.includes('/') && tree.files.includes(`\n/${text.split('/')[0]}/`)
  const isPath = isPlain.test(text) && (isInFolder || isSource.test(text))
  return isPath && !has(tree, `/${text}`) ? `there is no ${text}` : null
}

function linkFault(tree: Tree, file: string, link: string): string | null {
  if (/^[a-z]+:/.test(link)) return null
  const [to, anchor] = link.split('#')
  const path = to ? normalize(join(dirname(file), to)) : file
  if (!has(tree, `\n/${path}`)) return `${link} leads nowhere`
  const isHeading = !anchor || !path.endsWith('.md') || anchorsIn(tree.read(path)).includes(anchor)
  return isHeading ? null : `${link} names no heading`
}

/** The anchors that GitHub makes of headings. */
const anchorsIn = (text: string): string[] =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

/** Each path, command and link of a document that leads nowhere; blocks of code are left aside. */
export function faultsOfDocument(tree: Tree, file: string, text: string): string[] {
  const prose = text.replaceAll(/^ *```[\s\S]*?^ *```/gm, (all) => all.replaceAll(/[^\n]/g, ' '))
  const found = prose.matchAll(/`([^`\n]+)`|\]\(([^)\s]+)\)/g)
  return [...found].flatMap(({ 1: code, 2: link = '', index }) => {
    const fault = code ? codeFault(tree, code) : linkFault(tree, file, link)
    return fault ? [`${file}:${prose.slice(0, index).split('\n').length}: ${fault}`] : []
  })
}

/** Refuses documents that name a path, a heading or a command that is not there. */
export async function checkDocuments(): Promise<void> {
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const files = (await output('git', ['ls-files'])).split('\n').filter(Boolean)
  const { scripts } = JSON.parse(read('package.json'))
  const tree = { files: `\n${files.map((file) => `/${file}\n`).join('')}`, scripts, read }
  const documents = files.filter((file) => file.endsWith('.md'))
  if (documents.length < fewest) throw new Error(`Only ${documents.length} documents were read.`)
  const faults = documents.flatMap((file) => faultsOfDocument(tree, file, read(file)))
  if (faults.length > 0) throw new Error(faults.join('\n'))
}
