import { useFormats } from './formats.ts'
import { useWords } from './texts.ts'

const ticks = Array.from({ length: 31 }, (_, index) => index)

interface ShareSliderProps {
  percent: number
  onChange: (percent: number) => void
  disabled: boolean
}

/** The month ruler as the scale of a slider in steps of 1; the browser's own keys move it. */
export function ShareSlider({ percent, onChange, disabled }: ShareSliderProps) {
  const { texts } = useWords()
  const formats = useFormats()
  return (
    <div className="slider">
      <svg className="scale" aria-hidden>
        {ticks.map((tick) => (
          <line
            key={tick}
            className={tick === 15 || tick === 30 ? 'payday' : undefined}
            x1={`${(tick / 30) * 100}%`}
            x2={`${(tick / 30) * 100}%`}
            y1={tick === 15 || tick === 30 ? 0 : '55%'}
            y2="100%"
          />
        ))}
      </svg>
      <div className="track" aria-hidden>
        <div className="filled-part" style={{ width: `${percent}%` }} />
      </div>
      <input
        type="range"
        min={0}
        max={100}
        step={1}
        value={percent}
        disabled={disabled}
        onChange={({ target }) => onChange(Number(target.value))}
        onKeyDown={(event) => {
          // Some browsers do not move by ten.
          const step = { PageUp: 10, PageDown: -10 }[event.key]
          if (step === undefined) return
          event.preventDefault()
          onChange(Math.max(0, Math.min(100, percent + step)))
        }}
        aria-label={texts.share.slider}
        aria-valuetext={formats.percent(percent)}
      />
      <div className="scale-words" aria-hidden>
        <span>{formats.percent(0)}</span>
        <span>{formats.percent(50)}</span>
        <span>{formats.percent(100)}</span>
      </div>
    </div>
  )
}
