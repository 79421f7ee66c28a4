import type { PriceRange } from '#domain/price.ts'

/** The features' interfaces to the outside world; adapters implement these. */

export type Outpoint = { txid: string; vout: number }
/** An output as a scan of all unspent ones finds it. */
export type ScannedOutput = UnspentOutput & { height: number; coinbase: boolean }
/** An unspent output of a wallet's account, with the place of its address there. */
export type AccountOutput = ScannedOutput & { branch: number; index: number }
/** Addresses of one branch of an account: from the first to this index. */
export type AccountRange = { branch: number; to: number }
export type UnspentOutput = Outpoint & { sats: bigint; script: Uint8Array }
/** An output as the node has it. `confirmations` 0: only the mempool holds it. */
export type FoundOutput = { sats: bigint; script: Uint8Array; confirmations: number }

/**
 * Why a call to the node failed.
 * - `unknown`: no answer, or one that says nothing about the outcome (down, starting, busy, time-out).
 * - `missing`: the node does not know the block or transaction asked for (RPC −5).
 * - `pruned`: the node no longer has the block (RPC −1).
 * - `refused`: the node looked at it and said no; `reason` is its token before the first comma.
 */
export type ChainErrorKind = 'unknown' | 'missing' | 'pruned' | 'refused'

export class ChainError extends Error {
  readonly kind: ChainErrorKind
  readonly reason: string

  constructor(kind: ChainErrorKind, reason: string, options?: { cause?: unknown }) {
    super(`${kind}: ${reason}`, options)
    this.name = 'ChainError'
    this.kind = kind
    this.reason = reason
  }
}

export type ChainInfo = {
  network: string
  height: number
  headers: number
  bestHash: string
  chainwork: bigint
  initialDownload: boolean
}

export type BlockHeader = {
  hash: string
  height: number
  /** −1 when the block is not on the node's best chain. */
  confirmations: number
  chainwork: bigint
  previousHash: string | null
  nextHash: string | null
  at: Date
}

/**
 * The node's answer to a trial of a transaction: null when it would take it or has it. For a mined
 * transaction it may say that the inputs are spent.
 */
export type TrialResult = { refusal: string | null }

/**
 * A transaction in the mempool, with all its descendants (itself counted): a replacement evicts
 * them.
 */
export type MempoolEntry = {
  feeSats: bigint
  vsize: number
  withDescendantsFeeSats: bigint
  /** Transactions in the mempool that depend on it. */
  descendants: number
}

/** A Bitcoin node without wallet, txindex or ZMQ; pruned is fine. Txids and hashes in RPC (reversed) hex. */
export interface Chain {
  info(): Promise<ChainInfo>
  blockHash(height: number): Promise<string>
  /** The hashes of the blocks at these heights, in the order asked. */
  blockHashes(heights: number[]): Promise<string[]>
  header(hash: string): Promise<BlockHeader>
  rawBlock(hash: string): Promise<Uint8Array>
  /** Has one of the node's peers send it a block that it has pruned; false where none takes the question. */
  fetchFromPeer(hash: string): Promise<boolean>
  mempoolTxids(): Promise<string[]>
  /** Raw bytes of mempool transactions; those that left meanwhile are absent. */
  mempoolTransactions(txids: string[]): Promise<Map<string, Uint8Array>>
  inMempool(txid: string): Promise<boolean>
  /** null where the mempool does not have it. */
  mempoolEntry(txid: string): Promise<MempoolEntry | null>
  /**
   * Unspent outputs, null where spent or unknown, in the order asked. The mempool counts, unless
   * `blocks` says that only the chain does.
   */
  unspent(outpoints: Outpoint[], counting?: 'mempool' | 'blocks'): Promise<(FoundOutput | null)[]>
  /** All unspent outputs of `scripts` that hold anything, up to `bestHash`. Takes minutes on main. */
  unspentOf(scripts: Uint8Array[]): Promise<{ bestHash: string; outputs: ScannedOutput[] }>
  /**
   * All unspent outputs at the P2WPKH addresses of an account (BIP 84) by its extended public key.
   * The node derives the addresses: it does tens of thousands in a second, where one takes us two
   * milliseconds.
   */
  unspentOfAccount(
    xpub: string,
    ranges: AccountRange[],
  ): Promise<{ bestHash: string; outputs: AccountOutput[] }>
  /** Satoshi per kvB for confirmation within `blocks`; null when the node cannot say. */
  estimatedFeeRate(blocks: number): Promise<bigint | null>
  /** How many other nodes it is connected with. */
  peers(): Promise<number>
  /** The least rate the node's mempool takes now, satoshi per kvB. */
  minimumFeeRate(): Promise<bigint>
  /**
   * The extra that a replacement pays for its own size, above the fees it evicts: satoshi per kvB
   * (BIP 125, rule 4).
   */
  incrementalFeeRate(): Promise<bigint>
  trial(raw: Uint8Array): Promise<TrialResult>
  /** Idempotent: the same bytes again are no error. Returns the txid. */
  send(raw: Uint8Array, maximumFeeRateSatsPerKvb: bigint): Promise<string>
  /**
   * A parent that pays too little alone, and the child that pays for both. Idempotent. The ceiling is
   * for each of the two by itself.
   */
  sendPackage(
    raws: readonly [parent: Uint8Array, child: Uint8Array],
    maximumFeeRateSatsPerKvb: bigint,
  ): Promise<TrialResult>
}

/** The price at one source. */
export type SourceQuote = { name: ExchangeName; usdCentsPerBtc: bigint }
/**
 * The answer of the exchanges: the price, how many sources agree on it and, where they have names,
 * what each says.
 */
export type Quote = { usdCentsPerBtc: bigint; sources: number; quotes?: readonly SourceQuote[] }

export interface PriceFeed {
  /**
   * Asks for a price once; throws where there is none. `lastHour` is what was believed within it,
   * if anything.
   */
  quote(lastHour: PriceRange | null): Promise<Quote>
}

export const exchangeNames = ['coinbase', 'kraken', 'bitstamp', 'coingecko'] as const
export type ExchangeName = (typeof exchangeNames)[number]
/** An exchange that is asked for the price, and where. */
export type ExchangeSource = { name: ExchangeName; baseUrl: string }

/**
 * A message was not taken. `permanent`: it never will be, as it is; else it is tried again. The reason
 * is a status, without anything of the message or of whom it is for.
 */
export class DeliveryError extends Error {
  readonly permanent: boolean

  constructor(reason: string, permanent: boolean, options?: { cause?: unknown }) {
    super(reason, options)
    this.name = 'DeliveryError'
    this.permanent = permanent
  }
}

export type Mail = {
  id: string
  to: string
  subject: string
  text: string
  html: string | null
  /** `contentId`: the HTML shows it under that name. */
  attachment?: { name: string; type: string; bytes: Buffer; contentId?: string }
}

/** Hands mails to a mail server; each has the same Message-ID however often it is sent. */
export interface Mailer {
  send(mail: Mail): Promise<void>
}

export interface TextMessages {
  send(message: { to: string; text: string }): Promise<void>
}

export interface Clock {
  now(): Date
}

/** The node of a sandbox: mines at a word and hands out play money. Regtest only. */
export interface PlayChain {
  /** Makes the faucet's first UTXOs where there are none. */
  prepare(): Promise<void>
  isPrepared(): Promise<boolean>
  /**
   * Pays a script; the txid once it is in the mempool. Throws a `FaucetLow` without enough UTXOs.
   */
  give(script: Uint8Array, sats: bigint): Promise<string>
  /** Returns the height of the last of the new blocks, which also survive a kill −9. */
  mine(blocks: number): Promise<number>
}

/**
 * The faucet can't give `requestedSats`: `freeSats` can be spent now, `nextBlockSats` more once what is in
 * the mempool is mined, `laterSats` more as rewards grow old enough, a block each.
 */
export class FaucetLow extends Error {
  readonly requestedSats: bigint
  readonly freeSats: bigint
  readonly nextBlockSats: bigint
  readonly laterSats: bigint

  constructor(sums: Pick<FaucetLow, 'requestedSats' | 'freeSats' | 'nextBlockSats' | 'laterSats'>) {
    super(`the faucet was asked for ${sums.requestedSats} sat and has ${sums.freeSats}`)
    this.name = 'FaucetLow'
    this.requestedSats = sums.requestedSats
    this.freeSats = sums.freeSats
    this.nextBlockSats = sums.nextBlockSats
    this.laterSats = sums.laterSats
  }
}
