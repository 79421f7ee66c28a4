import type { PriceHistory } from '#contract/prices.ts'

type Point = PriceHistory['points'][number]

export const viewBox = { width: 1000, height: 300 }

/**
 * The points as an SVG path over `viewBox`, by time and price; flat where the price did not move. Null
 * where all are of one time: that is no line but a dot, and the price itself stands above.
 */
export function pricePath(points: readonly Point[]): string | null {
  const times = points.map(({ at }) => Date.parse(at))
  const prices = points.map(({ price }) => price)
  const [from, to] = [Math.min(...times), Math.max(...times)]
  if (!(from < to)) return null
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  const x = (time: number) => share(time, from, to) * viewBox.width
  const y = (price: number) =>
    high === low ? viewBox.height / 2 : (1 - share(price, low, high)) * viewBox.height
  return points
    .map(({ at, price }, index) => {
      const place = `${x(Date.parse(at)).toFixed(1)} ${y(price).toFixed(1)}`
      return `${index === 0 ? 'M' : 'L'}${place}`
    })
    .join('')
}

const share = (value: number, from: number, to: number) => (value - from) / (to - from)

/** The change from the first to the last, in percent; a ratio for showing, no money. */
export function changePercent(points: readonly Point[]): number | undefined {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || first === last) return undefined
  return (last.price / first.price - 1) * 100
}
