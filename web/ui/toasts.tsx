import Close from '@mui/icons-material/Close'
import { useTranslation } from 'react-i18next'
import {
  type CloseButtonProps,
  cssTransition,
  ToastContainer,
  type ToastOptions,
  toast,
} from 'react-toastify/unstyled'
import { Mark, type MarkName } from './marks.tsx'
import './toasts.css'

const closeAfterMs = 5000

const Transition = cssTransition({ enter: 'toast-in', exit: 'toast-out', collapseDuration: 150 })

/** Once in the application. */
export function Toasts() {
  const { t } = useTranslation()
  return (
    <ToastContainer
      position="top-right"
      autoClose={closeAfterMs}
      transition={Transition}
      closeButton={CloseToast}
      aria-label={t('ui.toasts')}
    />
  )
}

function CloseToast({ closeToast }: CloseButtonProps) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      className="toast-close"
      aria-label={t('ui.close')}
      onClick={(event) => {
        event.stopPropagation()
        closeToast(true)
      }}
    >
      <Close sx={{ fontSize: 18 }} />
    </button>
  )
}

function show(title: string, detail: string | undefined, mark: MarkName, options: ToastOptions) {
  toast(
    <div>
      <div className="toast-title">{title}</div>
      {detail && <div className="toast-detail">{detail}</div>}
    </div>,
    {
      // A function: an element would be given props named as the theme's.
      icon: () => <Mark name={mark} size={19} />,
      ...options,
    },
  )
}

/**
 * Each says what happened, and on the second line what happened to the money. The quiet types are
 * options: `{ type: 'default', icon: false }`, and dark with `theme: 'dark'` as well.
 */
export const toastSuccess = (title: string, detail?: string, options?: ToastOptions) =>
  show(title, detail, 'tick', { type: 'success', ...options })
export const toastError = (title: string, detail?: string, options?: ToastOptions) =>
  show(title, detail, 'cross', { type: 'error', ...options })
export const toastWarning = (title: string, detail?: string, options?: ToastOptions) =>
  show(title, detail, 'warning', { type: 'warning', ...options })
export const toastInfo = (title: string, detail?: string, options?: ToastOptions) =>
  show(title, detail, 'info', { type: 'info', ...options })
