import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#web/shared/paths.ts'
import { Button } from '#web/ui/controls.tsx'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Row } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'

interface DoneViewProps {
  title: string
  /** The specification's sentence. */
  text: string
  /** The next step. */
  detail: string
}

/** Instead of the form once it has done its work; 'Aceptar' leads to the login. */
export function DoneView({ title, text, detail }: DoneViewProps) {
  const { t } = useTranslation()
  const heading = useRef<HTMLHeadingElement>(null)
  // The form that had the focus is gone.
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <Row mb={5}>
        <Mark name="tick" size={34} tone="jade" />
      </Row>
      <Text ref={heading} tabIndex={-1} variant="h1" size={{ xs: 30 }}>
        {title}
      </Text>
      <Text role="status" mt={2} strong>
        {text}
      </Text>
      <Text mt={1} mb={6} tone="ink2" breakWords>
        {detail}
      </Text>
      <Button component={Link} to={paths.login} variant="contained" size="large" fullWidth>
        {t('auth.accept')}
      </Button>
    </>
  )
}
