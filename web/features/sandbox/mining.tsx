import OutlinedInput from '@mui/material/OutlinedInput'
import Switch from '@mui/material/Switch'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/lib/use-format.ts'
import { Field } from '#web/ui/field.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import { toastError } from '#web/ui/toasts.tsx'
import { ActionForm } from './action-form.tsx'
import { useAutoMining, useMine, useSandboxState } from './api.ts'

/** Nothing is mined unless somebody asks for it, here or by the switch. */
export function Mining() {
  const { t } = useTranslation()
  const format = useFormat()
  const [blocks, setBlocks] = useState('1')
  const mine = useMine()
  const waiting = useSandboxState().data?.mempool ?? 0
  const id = useId()
  return (
    <div>
      <ActionForm
        title={t('sandbox.mining.title')}
        detail={
          waiting > 0 ? t('sandbox.mining.waiting', { count: waiting }) : t('sandbox.mining.detail')
        }
        action={t('sandbox.mining.mine')}
        pending={mine.isPending}
        error={mine.error}
        outcome={mine.data && t('sandbox.mining.mined', { height: format.count(mine.data.height) })}
        onSend={() => mine.mutate(Number(blocks))}
      >
        <Field id={id} label={t('sandbox.mining.blocks')}>
          <OutlinedInput
            id={id}
            value={blocks}
            onChange={({ target }) => setBlocks(target.value)}
            autoComplete="off"
            slotProps={{ input: { inputMode: 'numeric' } }}
          />
        </Field>
      </ActionForm>
      <AutoMining />
    </div>
  )
}

function AutoMining() {
  const { t } = useTranslation()
  const state = useSandboxState().data
  const setting = useAutoMining()
  const isOn = setting.isPending ? setting.variables : (state?.autoMining ?? false)
  const id = useId()
  return (
    <Row gap={3} mt={3} minHeight={40}>
      <Switch
        id={id}
        checked={isOn}
        disabled={state === undefined}
        onChange={(_event, on) =>
          setting.mutate(on, { onError: ({ message }) => toastError(message) })
        }
      />
      <Block htmlFor={id} as="label" flex={1}>
        {t('sandbox.mining.auto')}
      </Block>
      <Text aria-hidden as="span" size={14} tone="ink2">
        {t(isOn ? 'sandbox.mining.on' : 'sandbox.mining.off')}
      </Text>
    </Row>
  )
}
