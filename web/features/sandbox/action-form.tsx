import { type ReactNode, useId } from 'react'
import { Button, Link } from '#web/ui/controls.tsx'
import { FieldFault } from '#web/ui/field-fault.tsx'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Block, Grid, Row } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'

interface ActionFormProps {
  title: string
  detail: ReactNode
  /** Above the line that ends with the button. */
  above?: ReactNode
  /** The field beside the button. */
  children: ReactNode
  action: string
  /** A lesser button, beneath. */
  other?: { text: string; onClick: () => void }
  pending: boolean
  error: Error | null
  /** The result of the action. */
  outcome?: ReactNode
  onSend: () => void
}

/** A form of the sandbox: what it does, a field and a button, and beneath them what came of it. */
export function ActionForm(props: ActionFormProps) {
  const { title, detail, above, children, action, other, pending, error, outcome, onSend } = props
  const titleId = useId()
  return (
    <Block
      as="form"
      noValidate
      aria-labelledby={titleId}
      onSubmit={(event) => {
        event.preventDefault()
        if (!pending) onSend()
      }}
    >
      <Text id={titleId} variant="h3" as="h2">
        {title}
      </Text>
      <Text variant="body2" tone="ink2" mb={3}>
        {detail}
      </Text>
      {above && <Block mb={4}>{above}</Block>}
      <Grid columns="minmax(0, 1fr) minmax(112px, auto)" gap={3} align="end">
        {children}
        <Button
          type="submit"
          variant={other ? 'contained' : 'outlined'}
          disabled={pending}
          height={46}
        >
          {action}
        </Button>
      </Grid>
      {other && (
        <Row justify="end" mt={2}>
          <Link
            component="button"
            type="button"
            disabled={pending}
            onClick={other.onClick}
            minHeight={40}
            size={14.5}
          >
            {other.text}
          </Link>
        </Row>
      )}
      <div role="status">
        {error ? (
          <FieldFault mt={2}>{error.message}</FieldFault>
        ) : (
          outcome && (
            <Row gap="7px" mt={2} size={13.5} align="stretch">
              <Mark name="tick" size={13} mt="3px" tone="jade" />
              <Text as="div" minWidth={0} tone="ink2">
                {outcome}
              </Text>
            </Row>
          )
        )}
      </div>
    </Block>
  )
}
