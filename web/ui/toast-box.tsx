import SvgIcon from '@mui/material/SvgIcon'
import { useTranslation } from 'react-i18next'
import {
  type CloseButtonProps,
  cssTransition,
  type Id,
  ToastContainer,
  type ToastOptions,
  toast,
} from 'react-toastify/unstyled'
import { closeAfterMs } from './fallback-toasts.tsx'
import { Mark, type MarkName } from './inline-icons.tsx'
import './toasts.css'

const Transition = cssTransition({ enter: 'toast-in', exit: 'toast-out', collapseDuration: 150 })

export function ToastBox() {
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
      <SvgIcon sx={{ fontSize: 18 }}>
        {/* The icon of all other crosses is in a script of the signed-in screens, which no visitor needs. */}
        <path d="M6.2 6.2 17.8 17.8M17.8 6.2 6.2 17.8" stroke="currentColor" strokeWidth="2" />
      </SvgIcon>
    </button>
  )
}

let passing: Id | null = null

/** Waits for the box if it is not drawn yet. One at a time: only what stays until it is read stays. */
export function showToast(
  title: string,
  detail: string | undefined,
  mark: MarkName,
  options: ToastOptions,
) {
  if (passing !== null) toast.dismiss(passing)
  const id = toast(
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
  passing = options.autoClose === false ? null : id
}
