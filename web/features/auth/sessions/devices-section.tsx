import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import { useFormat } from '#web/lib/use-format.ts'
import { useNow } from '#web/lib/use-now.ts'
import { deviceName } from '#web/shared/auth/device-name.ts'
import { StepUpDialog } from '#web/shared/auth/step-up-dialog.tsx'
import { paths } from '#web/shared/paths.ts'
import { Button, Link } from '#web/ui/controls.tsx'
import { DialogPresence } from '#web/ui/dialog-presence.tsx'
import { DotSeparated } from '#web/ui/dot-separated.tsx'
import { FormSection, FullRow } from '#web/ui/form-section.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { LaptopIcon } from '#web/ui/icons/laptop.tsx'
import { PhoneAndroidIcon } from '#web/ui/icons/phone-android.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { FieldSkeleton } from '#web/ui/skeleton.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { Text } from '#web/ui/text.tsx'
import { toastSuccess } from '#web/ui/toasts.tsx'
import { type SignedInDevice, useDevices, useEndSessions } from './api.ts'

/** Devices on which this account is signed in. */
export function DevicesSection() {
  const { t } = useTranslation()
  const { data: devices, error, refetch } = useDevices()
  const end = useEndSessions()
  const [toEnd, setToEnd] = useState<readonly SignedInDevice[] | null>(null)
  const others = devices?.filter(({ current }) => !current) ?? []

  async function endThem(ended: readonly SignedInDevice[], password: string) {
    await end.mutateAsync({ ids: ended.map(({ _id }) => _id), password })
    setToEnd(null)
    toastSuccess(t('security.devices.ended', { count: ended.length }))
  }

  return (
    <FormSection
      title={t('security.devices.title')}
      detail={
        <>
          {t('security.devices.detail')}{' '}
          <Trans
            i18nKey="security.devices.log"
            components={{ a: <Link component={RouterLink} to={paths.audit} /> }}
          />
        </>
      }
    >
      <FullRow>
        {devices ? (
          <Panel flush>
            <Block aria-label={t('security.devices.title')} as="ul">
              {devices.map((device) => (
                <DeviceRow
                  key={device._id}
                  device={device}
                  pending={end.isPending}
                  onEnd={() => setToEnd([device])}
                />
              ))}
            </Block>
          </Panel>
        ) : error ? (
          <LoadFailed error={error} onRetry={refetch} />
        ) : (
          <FieldSkeleton />
        )}
        {others.length > 1 && (
          <Row justify="end" mt={3} align="stretch">
            <Button variant="text" disabled={end.isPending} onClick={() => setToEnd(others)}>
              {t('security.devices.endOthers')}
            </Button>
          </Row>
        )}
        <DialogPresence>
          {toEnd && (
            <StepUpDialog
              onClose={() => setToEnd(null)}
              confirm={t('security.devices.end')}
              busy={end.isPending}
              send={({ password }) => endThem(toEnd, password)}
            />
          )}
        </DialogPresence>
      </FullRow>
    </FormSection>
  )
}

interface DeviceRowProps {
  device: SignedInDevice
  pending: boolean
  onEnd: () => void
}

function DeviceRow({ device, pending, onEnd }: DeviceRowProps) {
  const { t } = useTranslation()
  const { browser, system, isPhone } = deviceName(device.agent)
  const Drawing = isPhone ? PhoneAndroidIcon : LaptopIcon
  const name =
    browser && system
      ? t('security.devices.name', { browser, system })
      : (browser ?? system ?? t('security.devices.unknown'))
  return (
    <Row
      as="li"
      lineBetween
      wrap={{ xs: true, sm: false }}
      columnGap={4}
      minHeight={68}
      px={{ xs: 4, sm: 4.5 }}
      py={2.5}
    >
      <Icon as={Drawing} size={22} tone="ink2" flex="none" />
      <Block flex={{ xs: '1 1 70%', sm: 1 }} minWidth={0}>
        <Row wrap columnGap={2}>
          <Text strong title={device.agent}>
            {name}
          </Text>
          {device.current && <Tag>{t('security.devices.this')}</Tag>}
        </Row>
        <Activity device={device} />
      </Block>
      {!device.current && (
        <Button
          variant="text"
          onClick={onEnd}
          disabled={pending}
          aria-label={t('security.devices.endOne', { name })}
          flex="none"
          tone="ink"
          ml={{ xs: '30px', sm: 0 }}
          mr={-2}
        >
          {t('security.devices.end')}
        </Button>
      )}
    </Row>
  )
}

function Activity({
  device: { current, lastActiveAt, ip, createdAt },
}: {
  device: SignedInDevice
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow(30_000)
  return (
    <Text variant="secondary" as="div" tone="ink2">
      <DotSeparated>
        {current ? (
          <Text as="span" tone="jade" strong>
            {t('security.devices.activeNow')}
          </Text>
        ) : (
          t('security.devices.active', { age: format.age(lastActiveAt, now) })
        )}
        <code>{ip}</code>
        {t('security.devices.since', { date: format.dateTime(createdAt) })}
      </DotSeparated>
    </Text>
  )
}
