/** A block this deep is final: no reorganisation undoes it, and its conflicts can never confirm. */
export const finalDepth = 6

/** Consensus COINBASE_MATURITY: a reward can be spent in the block that is so many above its own. */
export const coinbaseMaturity = 100
