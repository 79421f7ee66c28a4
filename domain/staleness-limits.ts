/** How old what the worker keeps may be while it still counts as the present. */

export const freshPriceMs = 60_000
export const freshNodeMs = 30_000
/** On main a block comes every 10 minutes; none for this long is 1 in 8,000, or a node that is cut off. */
export const freshTipMs = 90 * 60_000
