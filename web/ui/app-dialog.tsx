import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import IconButton from '@mui/material/IconButton'
import Slide, { type SlideProps } from '@mui/material/Slide'
import Typography from '@mui/material/Typography'
import { type FormEventHandler, type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { focusHeadingIfLost } from '#web/lib/focus-heading.ts'
import { useBackCloses } from './back-closes.tsx'
import { useDialogPresence } from './dialog-presence.tsx'
import { CloseIcon } from './icons/close.tsx'
import { usePhone } from './use-phone.ts'

const widths = { normal: 540, progress: 600, table: 720, wide: 760 }

const column = { display: 'flex', flexDirection: 'column', minHeight: 0 }

interface AppDialogProps {
  onClose: () => void
  title: ReactNode
  size?: keyof typeof widths
  children: ReactNode
  /** The buttons, the main one last; of equal width on phones. */
  actions?: ReactNode
  /** Left of the buttons: why the main one is disabled, or what has not happened. */
  note?: ReactNode
  /** While a request is under way it can't be closed. */
  busy?: boolean
  /** Makes it a form, so that Enter sends it; the main button is then of type submit. */
  onSubmit?: FormEventHandler<HTMLFormElement>
  /**
   * The dialog takes the focus itself, because nothing in it does, so that the keyboard can scroll
   * it.
   */
  textOnly?: boolean
  /** Without the cross: one of the buttons is the answer. */
  closeButton?: false
  /** The dialog asks about Back itself, which then closes it without an entry of the history. */
  ownsBack?: boolean
}

function SheetTransition(props: SlideProps) {
  return <Slide direction="up" {...props} />
}

/** Traps the focus and gives it back; a bottom sheet below md. A DialogPresence opens and closes it. */
export function AppDialog(props: AppDialogProps) {
  const { onClose, title, size = 'normal', children, actions, note, busy } = props
  const { onSubmit, textOnly, closeButton, ownsBack } = props
  const { isOpen, exited } = useDialogPresence()
  const { t } = useTranslation()
  const titleId = useId()
  const phone = usePhone()
  const close = () => {
    if (!busy) onClose()
  }
  useBackCloses(isOpen && !ownsBack, close)
  const content = (
    <>
      <Box
        {...(textOnly && { tabIndex: 0 })}
        sx={{ px: { xs: 5, md: 8 }, pb: 6, overflowY: 'auto' }}
      >
        {children}
      </Box>
      {actions && <Footer note={note}>{actions}</Footer>}
    </>
  )
  return (
    <Dialog
      open={isOpen}
      onClose={close}
      aria-labelledby={titleId}
      slots={phone ? { transition: SheetTransition } : {}}
      slotProps={{
        transition: {
          onExited: () => {
            exited()
            // The button that opened it may be gone, as that of a deleted row is.
            focusHeadingIfLost()
          },
        },
        container: { sx: { alignItems: { xs: 'flex-end', md: 'center' } } },
        paper: {
          sx: {
            width: { xs: '100%', md: widths[size] },
            maxWidth: { xs: '100%', md: 'calc(100% - 64px)' },
            maxHeight: { xs: 'calc(100% - 40px)', md: 'calc(100% - 64px)' },
            m: 0,
            borderRadius: { xs: '16px 16px 0 0', md: '16px' },
          },
        },
      }}
    >
      <Box sx={{ display: 'flex', gap: 4, px: { xs: 5, md: 8 }, pt: { xs: 5, md: 6 }, pb: '14px' }}>
        <Typography id={titleId} variant="h2" sx={{ flex: 1, pt: '3px' }}>
          {title}
        </Typography>
        {closeButton !== false && (
          <IconButton
            onClick={onClose}
            disabled={busy ?? false}
            aria-label={t('ui.close')}
            sx={{ mr: -2.5, mt: -1, flex: 'none' }}
          >
            <CloseIcon />
          </IconButton>
        )}
      </Box>
      {onSubmit ? (
        <Box component="form" noValidate onSubmit={onSubmit} sx={column}>
          {content}
        </Box>
      ) : (
        <Box sx={column}>{content}</Box>
      )}
    </Dialog>
  )
}

function Footer({ note, children }: { note: ReactNode; children: ReactNode }) {
  return (
    <Box
      sx={{
        flex: 'none',
        display: 'flex',
        flexDirection: { xs: 'column', md: 'row' },
        alignItems: { xs: 'stretch', md: 'center' },
        gap: { xs: 3, md: 4 },
        px: { xs: 5, md: 8 },
        py: { xs: '14px', md: '18px' },
        pb: { xs: 'max(20px, env(safe-area-inset-bottom))', md: '18px' },
        borderTop: 1,
        borderColor: 'line',
      }}
    >
      <Typography
        variant="secondary"
        component="div"
        sx={{ flex: 1, color: 'ink2', '&:empty': { display: { xs: 'none', md: 'block' } } }}
      >
        {note}
      </Typography>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: 3,
          // Buttons are as wide as each other, unless one has more to say. More specific than a
          // button's own styles, which may come later in the page.
          '& > .MuiButton-root': {
            flex: { xs: '1 1 0', md: 'none' },
            minWidth: { xs: 'max-content', md: 64 },
          },
          '& > .MuiButton-contained': { minWidth: { md: 120 } },
        }}
      >
        {children}
      </Box>
    </Box>
  )
}
