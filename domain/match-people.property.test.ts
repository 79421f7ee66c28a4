import { expect, test } from 'vitest'
import { Random } from '#server/testing/random.ts'
import { documentKey } from './document.ts'
import { type KnownPerson, type ListedPerson, matchPeople } from './match-people.ts'

const seed = Number(process.env.PEOPLE_SEED ?? Math.floor(Math.random() * 2 ** 31))
const pairs = 5_000

/** A line of a file, and who it is in truth. */
type Line = {
  who: number
  name: string
  identification: string
  address: string
  email: string
  phone: string
  usdCents: bigint
}
type Kept = Omit<Line, 'identification'> & { id: string; document: string | null }

const fillers = ['', 'N/A', '#N/D', '-', '0', 'S/N', 'ninguno', 'pendiente', '0000']
const names = ['ana paz', 'luis cruz', 'jose perez']

function aLine(random: Random, who: number): Line {
  const hasDocument = random.chance(0.6)
  const hasEmail = random.chance(0.5)
  // Some are paid in dollars alone.
  const hasAddress = random.chance(0.8)
  // Without a document or an address, and any contact, nobody could be told from a namesake.
  const hasPhone = random.chance(0.5) || !(hasEmail || (hasDocument && hasAddress))
  return {
    who,
    name: random.pick(names),
    identification: hasDocument ? `000${41_000 + who}` : random.pick(fillers),
    address: hasAddress ? `address-${who}` : '',
    email: hasEmail ? `${who}@izalco.sv` : '',
    phone: hasPhone ? `+5037${who}` : '',
    usdCents: BigInt(random.between(1, 3)) * 10_000n,
  }
}

const cells: Record<string, (line: Line, random: Random) => Partial<Line>> = {
  renamed: (_, random) => ({ name: random.pick(names) }),
  moved: ({ who }) => ({ address: `moved-${who}` }),
  anotherEmail: ({ who }) => ({ email: `${who}@other.sv` }),
  anotherPhone: ({ who }) => ({ phone: `+5036${who}` }),
  noEmail: () => ({ email: '' }),
  noPhone: () => ({ phone: '' }),
  raised: () => ({ usdCents: 90_000n }),
  lostZeros: ({ identification }) => ({ identification: identification.replace(/^0+(?=.)/, '') }),
  grouped: ({ identification }) => ({ identification: identification.replace(/(.)$/, '-$1') }),
  filler: (_, random) => ({ identification: random.pick(fillers) }),
  wrongDocument: ({ who }) => ({ identification: `999${50_000 + who}` }),
}

const traitsOf = ({ identification, who: _, ...line }: Line) => ({
  ...line,
  document: documentKey(identification),
})
const rowsOf = (lines: Line[]): ListedPerson[] =>
  lines.map((line, index) => ({ ...traitsOf(line), line: index, answer: null, about: null }))

/** Matches a list, and answers each question with the truth. */
function decide(known: Kept[], lines: Line[], counts: Record<string, number>) {
  const rows = rowsOf(lines)
  const whoOf = new Map(known.map(({ id, who }) => [id, who]))
  for (;;) {
    const matches = matchPeople(known as KnownPerson[], rows)
    const open = rows.filter(({ line }) => matches.get(line)?.kind === 'undecided')
    if (open.length === 0) return matches
    for (const row of open) {
      const match = matches.get(row.line)
      if (match?.kind !== 'undecided') continue
      counts.asked = (counts.asked ?? 0) + 1
      if (row.answer !== null) throw new Error('a question was asked again')
      row.answer = whoOf.get(match.id) === lines[row.line]?.who ? 'same' : 'other'
    }
  }
}

test(`nothing of a person ever goes to another, whatever is uploaded (PEOPLE_SEED=${seed})`, () => {
  const random = new Random(seed)
  const counts = { asked: 0, stayed: 0 }
  for (let pair = 0; pair < pairs; pair++) {
    const where = `PEOPLE_SEED=${seed}, pair ${pair}`
    let made = 0
    const newcomer = () => aLine(random, made++)
    const first = Array.from({ length: random.between(2, 6) }, newcomer)
    const keep = (known: Kept[], lines: Line[]): Kept[] => {
      const matches = decide(known, lines, counts)
      return lines.map((line, index) => {
        const match = matches.get(index)
        const own = match?.kind === 'same' ? known.find(({ id }) => id === match.id) : undefined
        if (own) {
          if (own.who !== line.who) throw new Error(`${where}: ${line.who} became ${own.who}`)
          counts.stayed++
        }
        const traits = traitsOf(line)
        // A list that says no document takes none away.
        const document = traits.document ?? own?.document ?? null
        return {
          ...traits,
          document,
          who: line.who,
          id: own?.id ?? `${pair}-${index}-${known.length}`,
        }
      })
    }
    const present = keep([], first)
    const stay = first.filter(() => random.chance(0.85))
    const changed = stay.map((line) =>
      random.chance(0.5) ? { ...line, ...random.pick(Object.values(cells))(line, random) } : line,
    )
    const comes = Array.from({ length: random.below(3) }, newcomer)
    const second = random.shuffle([...changed, ...comes])
    const after = keep(present, second)
    const again = matchPeople(after as KnownPerson[], rowsOf(second))
    for (const [index, { id }] of after.entries()) {
      const match = again.get(index)
      if (match?.kind !== 'same' || match.id !== id) throw new Error(`${where}: row ${index}`)
    }
  }
  // Otherwise the lists would prove nothing.
  expect(counts.asked).toBeGreaterThan(500)
  expect(counts.stayed).toBeGreaterThan(5_000)
})
