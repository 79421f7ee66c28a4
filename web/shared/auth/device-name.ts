/** Browsers in this order: each of the later ones stands in the agent of an earlier one as well. */
const browsers: readonly [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Ubuntu/, 'Ubuntu'],
  [/Linux/, 'Linux'],
]

export interface DeviceName {
  /** Undefined for a program that is none of the known browsers. */
  browser: string | undefined
  system: string | undefined
  isPhone: boolean
}

/** A User-Agent in the words that people use. */
export function deviceName(agent: string): DeviceName {
  const first = (known: readonly [RegExp, string][]) =>
    known.find(([pattern]) => pattern.test(agent))?.[1]
  return {
    browser: first(browsers),
    system: first(systems),
    isPhone: /iPhone|iPad|Android|Mobile/.test(agent),
  }
}
