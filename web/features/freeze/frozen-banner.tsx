import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { answerText } from '#web/lib/answer-text.ts'
import { useSignedInUser } from '#web/lib/session.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { Mark } from '#web/ui/marks.tsx'
import { toastSuccess } from '#web/ui/toasts.tsx'
import { useAskReset, useFrozenAt } from './api.ts'
import { UnfreezeDialog } from './unfreeze-dialog.tsx'

/** On every screen of a frozen company: what that means for its money, and the way out. */
export function FrozenBanner() {
  const { data: frozenAt } = useFrozenAt()
  return frozenAt ? <Frozen at={frozenAt} /> : null
}

function Frozen({ at }: { at: string }) {
  const { t } = useTranslation()
  const { dateTime } = useFormat()
  const user = useSignedInUser()
  const reset = useAskReset()
  const [open, setOpen] = useState(false)
  const ask = () => {
    if (!user || reset.isPending) return
    reset.mutate(user.email, { onSuccess: () => toastSuccess(answerText('resetMailSent')) })
  }
  return (
    <Box
      component="section"
      aria-label={t('freeze.banner.label')}
      sx={{
        display: 'flex',
        gap: 3,
        p: { xs: 4, md: 5 },
        mb: { xs: 5, md: 6 },
        borderRadius: '12px',
        bgcolor: 'brickTint',
        color: 'ink',
      }}
    >
      <Mark name="alert" sx={{ flex: 'none', mt: '3px', color: 'brick' }} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography sx={{ mb: 1, fontWeight: 600 }}>
          {t('freeze.banner.title', { at: dateTime(at) })}
        </Typography>
        <Typography variant="body2" sx={{ maxWidth: '80ch' }}>
          {t('freeze.banner.text')}
        </Typography>
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            gap: 3,
            mt: 4,
            '& button': { minHeight: { xs: 40, md: 36 } },
          }}
        >
          <Button size="small" onClick={ask} disabled={reset.isPending}>
            {t('freeze.banner.reset')}
          </Button>
          <Button size="small" onClick={() => setOpen(true)}>
            {t('freeze.banner.unfreeze')}
          </Button>
        </Box>
      </Box>
      <UnfreezeDialog open={open} onClose={() => setOpen(false)} />
    </Box>
  )
}
