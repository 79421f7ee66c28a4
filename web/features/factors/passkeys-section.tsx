import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Factors, Passkey } from '#contract/factors.ts'
import type { User } from '#contract/user.ts'
import { approvingRoles } from '#domain/roles.ts'
import { importOrReload } from '#web/lib/newer-build.ts'
import { usePresentFactor } from '#web/shared/auth/use-present-factor.tsx'
import { Button } from '#web/ui/controls.tsx'
import { DialogPresence } from '#web/ui/dialog-presence.tsx'
import { FormSection, FullRow } from '#web/ui/form-section.tsx'
import { AddIcon } from '#web/ui/icons/add.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Text } from '#web/ui/text.tsx'
import { toastSuccess } from '#web/ui/toasts.tsx'
import { pathOfPasskey, startPasskey, useRemoveFactor } from './api.ts'
import { NotHere, passkeysHere } from './not-here.tsx'
import { PasskeyListRow } from './passkey-row.tsx'

const AddPasskeyDialog = lazy(async () => ({
  default: (await importOrReload(() => import('./add-passkey-dialog.tsx'))).AddPasskeyDialog,
}))
const RenamePasskeyDialog = lazy(async () => ({
  default: (await importOrReload(() => import('./rename-passkey-dialog.tsx'))).RenamePasskeyDialog,
}))

/** The passkeys of who is signed in, and how another one is made. */
export function PasskeysSection({ factors, user }: { factors: Factors; user: User }) {
  const { t } = useTranslation()
  const { passkeys } = factors
  const approves = approvingRoles.includes(user.role)
  const present = usePresentFactor('FACTORS')
  const remove = useRemoveFactor()
  const [options, setOptions] = useState<Record<string, unknown> | null>(null)
  const [renaming, setRenaming] = useState<Passkey | null>(null)
  const here = passkeysHere(factors)

  async function start() {
    const started = await present.run(startPasskey)
    if (started) setOptions(started.options)
  }

  async function takeAway(passkey: Passkey) {
    const path = pathOfPasskey(passkey)
    const removed = await present.run((given) => remove.mutateAsync({ path, given }), {
      confirm: t('factors.passkeys.remove'),
      takesRecovery: true,
    })
    if (removed !== undefined) toastSuccess(t('factors.passkeys.removedToast'))
  }

  return (
    <FormSection
      title={t('factors.passkeys.title')}
      detail={t(approves ? 'factors.passkeys.detail' : 'factors.passkeys.detailSignIn')}
    >
      <FullRow>
        {passkeys.length > 0 && (
          <Panel flush>
            <Block as="ul" aria-label={t('factors.passkeys.title')}>
              {passkeys.map((passkey) => (
                <PasskeyListRow
                  key={passkey._id}
                  passkey={passkey}
                  busy={present.isBusy}
                  onRename={() => setRenaming(passkey)}
                  onRemove={() => void takeAway(passkey)}
                />
              ))}
            </Block>
          </Panel>
        )}
        <Row wrap justify="between" gap={3} mt={passkeys.length > 0 ? 4 : 0}>
          <Text as="div" variant="body2" flex="1 1 220px" tone="ink2">
            {here === null ? (
              t(approves ? 'factors.passkeys.noteApproves' : 'factors.passkeys.note')
            ) : (
              <NotHere why={here} publicUrl={factors.publicUrl} />
            )}
          </Text>
          {here === null && (
            <Button
              // The page has one filled button: that of two-factor, until a passkey has closed it.
              variant={passkeys.length > 0 ? 'contained' : 'outlined'}
              startIcon={<AddIcon />}
              onClick={() => void start()}
              disabled={present.isBusy}
              flex={{ xs: '1 1 100%', sm: 'none' }}
            >
              {t('factors.passkeys.add')}
            </Button>
          )}
        </Row>
        {present.dialog}
        <Suspense>
          <DialogPresence>
            {options && <AddPasskeyDialog options={options} onClose={() => setOptions(null)} />}
          </DialogPresence>
          <DialogPresence>
            {renaming && (
              <RenamePasskeyDialog passkey={renaming} onClose={() => setRenaming(null)} />
            )}
          </DialogPresence>
        </Suspense>
      </FullRow>
    </FormSection>
  )
}
