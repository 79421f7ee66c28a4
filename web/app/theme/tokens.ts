/** The guide's colours by their names there: the one place where a colour is written. */
export interface Tokens {
  page: string
  surface: string
  sunk: string
  line: string
  lineStrong: string
  ink: string
  ink2: string
  ink3: string
  anil: string
  anilHover: string
  onAnil: string
  jade: string
  jadeFill: string
  jadeFillHover: string
  onJadeFill: string
  amber: string
  brick: string
  brickHover: string
  onBrick: string
  anilTint: string
  jadeTint: string
  amberTint: string
  brickTint: string
  bar: string
  btcMarker: string
  access: string
  onAccess: string
  skeleton: string
  backdrop: string
  dialogShadow: string
  popShadow: string
}

export const light: Tokens = {
  page: '#F5F2EB',
  surface: '#FFFDF9',
  sunk: '#EDE8DD',
  line: '#E0D9CB',
  lineStrong: '#8F8677',
  ink: '#1C1A26',
  ink2: '#575365',
  ink3: '#676373',
  anil: '#2B357F',
  anilHover: '#1E2662',
  onAnil: '#FFFDF9',
  jade: '#0B6A4C',
  jadeFill: '#0B6A4C',
  jadeFillHover: '#07523A',
  onJadeFill: '#FFFDF9',
  amber: '#7F4F00',
  brick: '#9E3524',
  brickHover: '#832A1B',
  onBrick: '#FFFDF9',
  anilTint: '#E7E6EF',
  jadeTint: '#E0EDE3',
  amberTint: '#F7EACF',
  brickTint: '#F7E4DD',
  bar: '#978E7E',
  btcMarker: '#D97500',
  access: '#232B6B',
  onAccess: '#F5F2EB',
  skeleton: '#E6E0D3',
  backdrop: 'rgba(26, 26, 52, 0.46)',
  dialogShadow: '0 24px 64px -24px rgba(28, 26, 38, 0.35)',
  popShadow: '0 12px 32px -14px rgba(28, 26, 38, 0.3)',
}

export const dark: Tokens = {
  page: '#181A38',
  surface: '#202349',
  sunk: '#131530',
  line: '#363B6C',
  lineStrong: '#7F84B8',
  ink: '#EFECF2',
  ink2: '#B9B6CC',
  ink3: '#A9A7C6',
  anil: '#B0B9FA',
  anilHover: '#C8CEFF',
  onAnil: '#161940',
  jade: '#63CFA5',
  jadeFill: '#45B58B',
  jadeFillHover: '#5FC9A1',
  onJadeFill: '#08271C',
  amber: '#EBBA64',
  brick: '#F49784',
  brickHover: '#F8B0A1',
  onBrick: '#3A1109',
  anilTint: '#323872',
  jadeTint: '#1B4048',
  amberTint: '#41374A',
  brickTint: '#4C2E48',
  bar: '#747AB6',
  btcMarker: '#F59A2C',
  access: '#232863',
  onAccess: '#EFECF2',
  skeleton: '#343968',
  backdrop: 'rgba(10, 11, 30, 0.68)',
  dialogShadow: '0 24px 64px -24px rgba(0, 0, 0, 0.7)',
  popShadow: '0 12px 32px -14px rgba(0, 0, 0, 0.7)',
}

export const fontFamilies = {
  display: '"Besley Variable", Georgia, serif',
  sans: '"Hanken Grotesk Variable", system-ui, sans-serif',
  mono: '"Spline Sans Mono Variable", ui-monospace, monospace',
}
