import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import { sweepAddressEdit } from '#contract/sweep-address-edit.ts'
import type { SweepAddress } from '#contract/sweeps.ts'
import type { Network } from '#domain/address.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { useZodForm } from '#web/lib/use-zod-form.ts'
import { useOwnApproval } from '#web/shared/approval/use-own-approval.tsx'
import { useConfig } from '#web/shared/config.ts'
import { paths } from '#web/shared/paths.ts'
import { useRole } from '#web/shared/roles/use-role.ts'
import { WhoCan } from '#web/shared/roles/who-can.tsx'
import { useArrived, useRegisterAddress, useSweepAddress } from '#web/shared/sweeps/api.ts'
import { ExternalTxLink } from '#web/shared/transactions/external-tx-link.tsx'
import { AddressFull } from '#web/ui/address-text.tsx'
import { Button, Link } from '#web/ui/controls.tsx'
import { TextField } from '#web/ui/form-fields.tsx'
import { FormSection, FullRow } from '#web/ui/form-section.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { FieldSkeleton } from '#web/ui/skeleton.tsx'
import { Text } from '#web/ui/text.tsx'
import { toastError, toastSuccess } from '#web/ui/toasts.tsx'
import { useUnsavedChanges } from '#web/ui/unsaved-changes.tsx'

/** The company's own address, to which what is left after a payment goes. */
export function SweepSection() {
  const { t } = useTranslation()
  const { data, error, refetch } = useSweepAddress()
  const network = useConfig()?.network
  return (
    <FormSection title={t('sweeps.title')} detail={t('sweeps.detail')}>
      <FullRow>
        {data && network ? (
          <Address sweep={data} network={network} />
        ) : error ? (
          <LoadFailed error={error} onRetry={refetch} />
        ) : (
          <FieldSkeleton />
        )}
      </FullRow>
    </FormSection>
  )
}

function Address({ sweep, network }: { sweep: SweepAddress; network: Network }) {
  const { t } = useTranslation()
  const { can } = useRole()
  const [editing, setEditing] = useState(false)
  const { current, pending } = sweep
  const mayChange = can('changeRules')
  const isForm = mayChange && (editing || (!current && !pending))
  return (
    <>
      {current && <Registered current={current} mayChange={mayChange} />}
      {pending && <Pending pending={pending} />}
      {isForm && <AddressForm sweep={sweep} network={network} onDone={() => setEditing(false)} />}
      {!mayChange && !current && !pending && <WhoCan act="changeRules" />}
      {mayChange && !isForm && (
        <Block mt={3}>
          <Button size="small" onClick={() => setEditing(true)}>
            {t('sweeps.change')}
          </Button>
        </Block>
      )}
    </>
  )
}

interface RegisteredProps {
  current: NonNullable<SweepAddress['current']>
  mayChange: boolean
}

function Registered({ current, mayChange }: RegisteredProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const arrived = useArrived()
  const { state, address, trial, from, arrivedAt } = current
  const when = `${format.date(from)}, ${format.time(from)}`
  const asks = state === 'TRIAL_SENT' && trial?.state === 'confirmed' && mayChange
  return (
    <>
      <AddressFull address={address} />
      <Text variant="body2" mt={2} tone={state === 'TRIAL_FAILED' ? 'amber' : 'ink2'}>
        {t(`sweeps.state.${state}`, { when, date: arrivedAt ? format.date(arrivedAt) : '' })}
      </Text>
      {trial?.txid && state !== 'ARRIVED' && (
        <Block mt={1}>
          <ExternalTxLink txid={trial.txid} length={24} />
        </Block>
      )}
      {asks && (
        <Block mt={3}>
          <Button
            variant="contained"
            disabled={arrived.isPending}
            onClick={() =>
              arrived.mutate(undefined, {
                onSuccess: () => toastSuccess(t('sweeps.saved')),
                onError: (error) => toastError(error.message),
              })
            }
          >
            {t('sweeps.arrived')}
          </Button>
        </Block>
      )}
    </>
  )
}

function Pending({ pending }: { pending: NonNullable<SweepAddress['pending']> }) {
  const { t } = useTranslation()
  const { address, given, required, _id } = pending
  return (
    <Block mt={4}>
      <Text strong>{t('sweeps.pending', { given, required: Math.max(1, required) })}</Text>
      <Block mt={1}>
        <AddressFull address={address} />
      </Block>
      <Link component={RouterLink} to={paths.approval(_id)} strong>
        {t('sweeps.toApproval')}
      </Link>
    </Block>
  )
}

interface AddressFormProps {
  sweep: SweepAddress
  network: Network
  onDone: () => void
}

function AddressForm({ sweep, network, onDone }: AddressFormProps) {
  const { t } = useTranslation()
  const register = useRegisterAddress()
  const own = useOwnApproval()
  const { control, handleSubmit, formState } = useZodForm(sweepAddressEdit(network), {
    address: '',
  })
  const { saved, leave } = useUnsavedChanges(formState.isDirty)
  async function done({ pending }: SweepAddress) {
    const outcome = pending ? await own.approve(({ _id }) => _id === pending._id) : 'others'
    if (outcome === 'givenUp') return
    saved()
    onDone()
    if (outcome === 'others') toastSuccess(t('sweeps.saved'))
  }
  const send = handleSubmit(({ address }) => {
    if (register.isPending) return
    const outcome = {
      onSuccess: (answer: SweepAddress) => void done(answer),
      onError: (error: Error) => toastError(error.message),
    }
    register.mutate({ address }, outcome)
  })
  return (
    <>
      <form noValidate onSubmit={send}>
        <Block mt={sweep.current ? 4 : 0}>
          <TextField control={control} name="address" label={t('sweeps.address')} mono />
        </Block>
        <Row justify="end" gap={3} pt={3}>
          {(sweep.current ?? sweep.pending) && (
            <Button variant="text" onClick={() => leave(onDone)}>
              {t('sweeps.cancel')}
            </Button>
          )}
          <Button type="submit" disabled={register.isPending}>
            {t('sweeps.register')}
          </Button>
        </Row>
      </form>
      {own.dialog}
    </>
  )
}
