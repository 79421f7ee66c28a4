import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import Select from '@mui/material/Select'
import { KeyboardArrowDownIcon } from './icons/keyboard-arrow-down.tsx'

interface FilterSelectProps {
  label: string
  /** '' for everything. */
  value: string
  onChange: (value: string) => void
  /** The text of everything. */
  all: string
  options: readonly string[]
}

/** Chooses what a list is narrowed to, beside its search. */
export function FilterSelect({ label, value, onChange, all, options }: FilterSelectProps) {
  return (
    <Box sx={{ flex: { xs: '1 1 100%', sm: '1 0 200px', md: '0 1 220px' }, minWidth: 0 }}>
      <Select
        fullWidth
        value={value}
        onChange={({ target }) => onChange(target.value)}
        displayEmpty
        IconComponent={KeyboardArrowDownIcon}
        renderValue={(chosen) => chosen || all}
        SelectDisplayProps={{ 'aria-label': `${label}: ${value || all}` }}
        MenuProps={{ slotProps: { paper: { sx: { maxHeight: 360 } } } }}
      >
        <MenuItem value="">{all}</MenuItem>
        {options.map((option) => (
          <MenuItem key={option} value={option}>
            {option}
          </MenuItem>
        ))}
      </Select>
    </Box>
  )
}
