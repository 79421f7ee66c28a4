/** The least words of a wallet's seed (BIP 39), each of three to eight letters. */
const fewestWords = 12
const shortest = fewestWords * 4 - 1
const seedWord = /^\p{Ll}{3,8}$/u
/** Words of sentences that no list of BIP 39 has. */
const sentenceWords = new Set(
  'the and for with from was are que los las con para por una del che della com dos das'.split(' '),
)

/**
 * Whether a text holds words of a seed, as somebody pastes them in place of an address, numbered or not:
 * who has them can spend everything in the wallet.
 */
export function holdsSeedPhrase(text: string): boolean {
  if (text.length < shortest) return false
  let run = 0
  for (const word of text.split(/[^\p{L}]+/u)) {
    // A phone's keyboard begins a text with a capital.
    const plain = run === 0 ? word.toLowerCase() : word
    run = seedWord.test(plain) && !sentenceWords.has(plain) ? run + 1 : 0
    if (run === fewestWords) return true
  }
  return false
}
