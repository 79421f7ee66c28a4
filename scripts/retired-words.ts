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

/** Words for no variable, parameter, function, type or file. Properties keep them: the wire names those. */
export const retiredInDeclarations: ReadonlyMap<string, string> = new Map([
  ['asked', 'input, order or requested'],
  ['asker', 'actor'],
  ['asking', 'context'],
  ['pressed', 'press'],
  ['settle', 'confirm, close or complete'],
  ['settles', 'confirms, closes or completes'],
  ['settled', 'confirmed, closed or completed'],
  ['settling', 'confirming, closing or completing'],
  ['ahead', 'untracked or future'],
  ['carryOut', 'execute'],
  ['carriedOut', 'executed'],
  ['duty.ts', 'the verb of the duty'],
])

/** Names that keep a retired word, each with its reason: the edge of the wire and other people's names. */
export const keptNames: ReadonlyMap<string, string> = new Map([
  ['coinType', 'BIP 44'],
  ['coinGeckoPrice', 'CoinGecko, an exchange'],
  ['TOO_MANY_COINS', 'the wire'],
  ['askedAt', 'the wire'],
  ['askedBy', 'the wire'],
  ['askedByMe', 'the wire'],
  ['releaseAskedAt', 'the wire'],
  ['approvalAsked', 'the kind of a message, which its outbox stores'],
  ['paymentAsked', 'the kind of a message, which its outbox stores'],
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
  /\bcarr(?:y|ies|ied|ying) out\b/i,
]

/** A statement whose subject comes too late. A question may begin so. */
export const lateSubject = /(?:^|[.!?:;] )(?:What|Whatever|Whoever|Of|That which) [^.?!]*(?:[.!]|$)/

/** First words of a comment that name nothing. The header that kysely-codegen writes is allowed. */
export const unnamedSubject =
  /^(?:It|Its|They|Their|This(?! file was generated)|That|These|Those|He|She|His|Her|Which|So|Such|Both|The same)\b/
