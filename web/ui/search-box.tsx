import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import InputAdornment from '@mui/material/InputAdornment'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchIcon } from './icons/search.tsx'
import { usePhone } from './use-phone.ts'

interface SearchBoxProps {
  /** The current search, from the address bar. */
  value: string
  onSearch: (text: string) => void
  placeholder: string
  /** The placeholder for phones, where the long one is cut off. */
  shortPlaceholder?: string
}

/** The button searches, and so does Enter. */
export function SearchBox({ value, onSearch, placeholder, shortPlaceholder }: SearchBoxProps) {
  const { t } = useTranslation()
  const phone = usePhone()
  const [text, setText] = useState(value)
  // Back and forward change what is searched for.
  useEffect(() => setText(value), [value])
  return (
    <Box
      component="form"
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(text.trim())
      }}
      sx={{ display: 'flex', gap: 2, flex: { xs: '1 1 100%', sm: '0 1 480px' } }}
    >
      <OutlinedInput
        value={text}
        onChange={({ target }) => setText(target.value)}
        placeholder={phone ? (shortPlaceholder ?? placeholder) : placeholder}
        startAdornment={
          <InputAdornment position="start">
            <SearchIcon sx={{ fontSize: 20 }} />
          </InputAdornment>
        }
        slotProps={{
          input: {
            'aria-label': placeholder,
            type: 'search',
            enterKeyHint: 'search',
            maxLength: 200,
          },
        }}
      />
      <Button type="submit" sx={{ flex: 'none' }}>
        {t('ui.search')}
      </Button>
    </Box>
  )
}
