import Tooltip, { type TooltipProps } from '@mui/material/Tooltip'
import { cloneElement, type ReactElement } from 'react'

/** A finger rests on nothing. */
const hasPointer = () => matchMedia('(any-hover: hover)').matches

interface HoverTipProps {
  title: string
  /** The tip adds to what the child says, and does not name it. */
  describes?: boolean
  placement?: TooltipProps['placement']
  children: ReactElement<{ title?: string; 'aria-label'?: string }>
}

/**
 * Told where a pointer rests on the child. Each tooltip is drawn twice, and in a list on a phone that took
 * longer than all else: there it is no more than its text, for who listens to the page.
 */
export function HoverTip({ title, describes = false, placement, children }: HoverTipProps) {
  if (!hasPointer())
    return cloneElement(children, {
      [describes ? 'title' : 'aria-label']: title,
      ...children.props,
    })
  return (
    <Tooltip title={title} describeChild={describes} {...(placement && { placement })}>
      {children}
    </Tooltip>
  )
}
