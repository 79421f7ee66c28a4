import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { company } from '#contract/company.ts'
import { absoluteLimitMs, idleLimitMs } from '#contract/session-end.ts'
import { call } from '#web/lib/api.ts'
import { type KnownSessionEnd, warningMs } from '#web/lib/session-end.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useNow } from '#web/lib/use-now.ts'
import { AppDialog } from '#web/ui/app-dialog.tsx'
import { Button } from '#web/ui/controls.tsx'
import { Row } from '#web/ui/layout.tsx'
import { Tick } from '#web/ui/month-ruler.tsx'
import { Scale } from '#web/ui/scale.tsx'
import { Text } from '#web/ui/text.tsx'
import { useIsUnsaved } from '#web/ui/unsaved-changes.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { signOut } from './sign-out.ts'

/** Read aloud once more. */
const lastCallSeconds = 30

interface SessionEndDialogProps {
  end: KnownSessionEnd
  /** Closes it in this tab: nothing else can be done about a session's age. */
  onDismiss: () => void
}

/** '¿Sigues ahí?', with the time that is left; any answer closes it in all tabs. */
export function SessionEndDialog({ end, onDismiss }: SessionEndDialogProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const isUnsaved = useIsUnsaved()
  // The answer carries the new end, and the dialog goes.
  const stay = useMutation({
    mutationFn: () => call(company, '/companies/company'),
    meta: { toast: true },
  })
  const leftMs = Math.max(0, Math.min(end.at - useNow(1000), warningMs))
  const seconds = Math.ceil(leftMs / 1000)
  const isIdle = end.by === 'idle'
  const goOn = isIdle ? () => stay.mutate() : onDismiss
  const since = end.at - (isIdle ? idleLimitMs : absoluteLimitMs)
  const time = (at: number) => format.time(new Date(at))
  return (
    <AppDialog
      onClose={goOn}
      title={t(isIdle ? 'layout.sessionEnd.title' : 'layout.sessionEnd.ageTitle')}
      closeButton={false}
      note={
        isUnsaved && (
          <Text as="span" tone="brick">
            {t('layout.sessionEnd.unsaved')}
          </Text>
        )
      }
      actions={
        <>
          <Button onClick={signOut}>{t('layout.logout')}</Button>
          <Button
            variant="contained"
            onClick={goOn}
            disabled={stay.isPending}
            autoFocus
            // The sentence beside it takes one line.
            minWidth={{ md: 104 }}
          >
            {t(isIdle ? 'layout.sessionEnd.stay' : 'layout.sessionEnd.understood')}
          </Button>
        </>
      }
    >
      <Row justify="between" align="baseline" gap={4}>
        <Text
          variant="figure"
          role="timer"
          aria-label={t('layout.sessionEnd.timer')}
          size={{ xs: 44, md: 52 }}
        >
          {`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`}
        </Text>
        <Text variant="secondary" tone="ink2" textAlign="right">
          {t(isIdle ? 'layout.sessionEnd.idleSince' : 'layout.sessionEnd.ageSince', {
            time: time(since),
          })}
        </Text>
      </Row>
      <TimeRuler share={leftMs / warningMs} />
      <Text mt={4} boldInk>
        <Trans
          i18nKey={isIdle ? 'layout.sessionEnd.text' : 'layout.sessionEnd.ageText'}
          values={{ time: time(end.at) }}
          components={{ b: <b /> }}
        />
      </Text>
      <Spoken seconds={seconds} />
    </AppDialog>
  )
}

const intervals = 30
const tall = 20
const short = 9

/** The two minutes: what is gone in the line's colour, the present in añil. */
function TimeRuler({ share }: { share: number }) {
  return (
    <Scale height={tall} mt={4}>
      {Array.from({ length: intervals + 1 }, (_, index) => {
        const at = index / intervals
        const isTall = index % (intervals / 2) === 0
        const color = at > share ? 'line' : isTall ? 'ink' : 'lineStrong'
        return (
          <Tick
            key={at}
            x={`${at * 100}%`}
            top={isTall ? 0 : 1 - short / tall}
            width={1}
            color={color}
          />
        )
      })}
      <Tick x={`${share * 100}%`} width={3} color="anil" />
    </Scale>
  )
}

/** Read aloud when it opens, and once more near the end: each second would be noise. */
function Spoken({ seconds }: { seconds: number }) {
  const { t } = useTranslation()
  const [first, setFirst] = useState<number>()
  // A text that is there from the start is not read.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time of opening
  useEffect(() => setFirst(seconds), [])
  const isLastCall = seconds <= lastCallSeconds
  return (
    <VisuallyHidden role="alert">
      {first !== undefined &&
        t('layout.sessionEnd.left', {
          count: isLastCall ? Math.min(first, lastCallSeconds) : first,
        })}
    </VisuallyHidden>
  )
}
