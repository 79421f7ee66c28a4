/** Words of docs/glossary.md that the field's own have replaced. A name is split into words first. */
export const retiredInNames: ReadonlyMap<string, string> = new Map([
  ['coin', 'utxo'],
  ['coins', 'utxos'],
  ['feeder', 'lane'],
  ['feeders', 'lanes'],
  ['fed', 'lane'],
  ['market', 'price, exchange or fee rate'],
  ['markets', 'exchanges'],
  ['outrun', 'version'],
  ['hanging', 'descendant'],
  ['hangs', 'descendant'],
  ['news', 'notification'],
  ['told', 'notified'],
  ['stranger', 'foreign'],
  ['strangers', 'foreign'],
])

/** Names that keep a retired word, each with its reason: the edge of the wire and other people's names. */
export const keptNames: ReadonlyMap<string, string> = new Map([
  ['coinType', 'BIP 44'],
  ['coinGeckoPrice', 'CoinGecko, an exchange'],
  ['TOO_MANY_COINS', 'the wire'],
])

/** Phrases and words that comments, documents and test titles do without. */
export const retiredInProse: readonly RegExp[] = [
  /\b(?:hangs?|hung|hanging) on\b/i,
  /\banew\b/i,
  /\bbe it\b/i,
  /\bof ours\b/i,
  /\bwho(?:m|se)?ever\b/i,
  /\btakes? (?:its|their) course\b/i,
  /\bcoins?\b(?! (?:selection|type))/i,
  /\bfeeders?\b/i,
  /\boutrun\b/i,
  /\bstrangers?\b/i,
  /\bnews\b/i,
]

/** A statement whose subject comes too late. A question may begin so. */
export const lateSubject = /(?:^|[.!?:;] )(?:What|Whatever|Whoever|Of|That which) [^.?!]*(?:[.!]|$)/
