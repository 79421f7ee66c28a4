import { Component, type ReactNode } from 'react'
import { ErrorScreen } from './error-screen.tsx'

interface Props {
  /** Another place is another try. */
  place: string
  children: ReactNode
}

/** Instead of a screen that could not be loaded or drawn: a sentence, never a white page. */
export class ErrorBoundary extends Component<Props, { failedAt: string | null }> {
  override state = { failedAt: null }

  static getDerivedStateFromError() {
    return { failedAt: '' }
  }

  override componentDidUpdate({ place }: Props) {
    if (this.state.failedAt !== null && place !== this.props.place)
      this.setState({ failedAt: null })
  }

  override render() {
    return this.state.failedAt === null ? this.props.children : <ErrorScreen />
  }
}
