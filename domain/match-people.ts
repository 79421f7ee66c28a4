import { isDoubtful, type Traits } from './same-person.ts'

export type KnownPerson = Traits & { id: string; usdCents: bigint }
/** `answer`: what somebody said about the row; `about`: of which person, where that is known. */
export type ListedPerson = Traits & {
  line: number
  usdCents: bigint
  answer: 'same' | 'other' | null
  about: string | null
}

/**
 * Whose a row is. `namesake`: a person with another document, whose it is only if somebody says so.
 * `people` and `otherLine`: how many people it may be, and another row that may be one of them.
 */
export type Match =
  | { kind: 'same'; id: string }
  | { kind: 'new'; namesake: string | null }
  | { kind: 'undecided'; id: string; people: number; otherLine: number | null }

/** Rows and people who have something in common. */
type Group = { rows: readonly ListedPerson[]; people: readonly KnownPerson[] }
type Trait = 'document' | 'name' | 'address' | 'email' | 'phone'

/**
 * Finds whose each row is: equal documents decide, then a name that stands once, and among namesakes
 * the address, then e-mail, then phone. Somebody has to say who a doubtful one is. Rows without a match
 * are of new people.
 */
export function matchPeople(
  known: readonly KnownPerson[],
  rows: readonly ListedPerson[],
): Map<number, Match> {
  const matching = new Matching()
  matching.matchBy('document', { rows, people: known })
  const documented = new Set(matching.matches.keys())
  matching.matchBy('name', { rows, people: known })
  applyAnswers(
    matching.matches,
    rows.filter(({ line }) => !documented.has(line)),
  )
  return matching.matches
}

class Matching {
  readonly matches = new Map<number, Match>()
  readonly #taken = new Set<string>()

  matchBy(trait: 'document' | 'name', all: Group): void {
    for (const group of groupsBy((one) => one[trait], this.#left(all))) {
      this.#pairUnique(group)
      this.#pairUnchanged(this.#left(group))
      this.#pairBy(['address', 'email', 'phone'], this.#left(group))
      this.#ask(this.#left(group))
    }
  }

  #left({ rows, people }: Group): Group {
    return {
      rows: rows.filter(({ line }) => !this.matches.has(line)),
      people: people.filter(({ id }) => !this.#taken.has(id)),
    }
  }

  #pair(row: ListedPerson, person: KnownPerson): void {
    const { id } = person
    this.#taken.add(id)
    this.matches.set(row.line, isDoubtful(row, person) ? doubt(id) : { kind: 'same', id })
  }

  /** A row that can be of one person alone, who can have no other row. */
  #pairUnique({ rows, people }: Group): void {
    const peopleOf = candidates(people)
    const rowsOf = candidates(rows)
    for (const row of rows) {
      const [person, another] = peopleOf(row)
      if (person && !another && rowsOf(person).length === 1) this.#pair(row, person)
    }
  }

  /** However many have the name, a row with nothing new is of somebody who was there. */
  #pairUnchanged(group: Group): void {
    for (const { rows, people } of groupsBy(whole, group)) {
      for (const [place, row] of rows.entries()) {
        const person = people[place]
        if (person) this.#pair(row, person)
      }
    }
  }

  #pairBy([trait, ...less]: readonly Trait[], group: Group): void {
    if (!trait) return
    for (const alike of groupsBy((one) => one[trait] || null, group)) {
      this.#pairUnique(alike)
      this.#pairBy(less, this.#left(alike))
    }
    this.#pairBy(less, this.#left(group))
  }

  /** Asks about each row, in turn of each person. */
  #ask({ rows, people }: Group): void {
    const peopleOf = candidates(people)
    const open = rows.filter((row) => peopleOf(row).length > 0)
    const without = people.filter(({ document }) => document === null).values()
    const documented = people.filter(({ document }) => document !== null).values()
    for (const row of open) {
      const choice = peopleOf(row)
      const mayBeAll = choice.length === people.length
      const next = without.next().value ?? (mayBeAll ? documented.next().value : undefined)
      const { id } = next ?? (choice[0] as KnownPerson)
      const rival = open[0] === row ? open[1] : open[0]
      const otherLine = rival?.line ?? null
      this.matches.set(row.line, { kind: 'undecided', id, people: choice.length, otherLine })
    }
    for (const { line } of rows) {
      const namesake = this.matches.has(line) ? undefined : documented.next().value
      if (namesake) this.matches.set(line, { kind: 'new', namesake: namesake.id })
    }
  }
}

/** Applied last, so that no answer changes whom another question is about. */
function applyAnswers(matches: Map<number, Match>, rows: readonly ListedPerson[]): void {
  const owned = new Set<string>()
  for (const match of matches.values()) if (match.kind === 'same') owned.add(match.id)
  for (const { line, answer, about } of rows) {
    const match = matches.get(line)
    const id = match?.kind === 'new' ? match.namesake : match?.id
    if (!id || answer === null || (about !== null && about !== id)) continue
    if (answer === 'other') matches.set(line, { kind: 'new', namesake: null })
    else if (owned.has(id)) {
      // Another row is this person's already.
      if (match?.kind === 'new') matches.set(line, doubt(id))
    } else {
      owned.add(id)
      matches.set(line, { kind: 'same', id })
    }
  }
}

const doubt = (id: string): Match => ({ kind: 'undecided', id, people: 1, otherLine: null })

const whole = ({ document, address, email, phone, usdCents }: ListedPerson | KnownPerson) =>
  JSON.stringify([document, address, email, phone, `${usdCents}`])

/** The rows and the people of each key that both have. */
function* groupsBy(
  keyOf: (one: ListedPerson | KnownPerson) => string | null,
  { rows, people }: Group,
): Generator<Group> {
  const alike = Map.groupBy(people, keyOf)
  for (const [key, ofKey] of Map.groupBy(rows, keyOf)) {
    const others = key === null ? undefined : alike.get(key)
    if (others) yield { rows: ofKey, people: others }
  }
}

/** Finds those whose documents do not say that they are somebody else. */
function candidates<One extends Traits>(all: readonly One[]): (one: Traits) => readonly One[] {
  const without = all.filter(({ document }) => document === null)
  const documented = Map.groupBy(all, ({ document }) => document)
  return ({ document }) => (document === null ? all : (documented.get(document) ?? without))
}
