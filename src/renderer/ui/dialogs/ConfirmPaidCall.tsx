import { Button, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Failure } from '../../../shared/contract/failures.ts'
import type { PaidCall } from '../../../shared/domain/requests/paidCall.ts'
import { FailureNotice } from '../feedback/Feedback.tsx'
import { useCostWords } from '../text/costWords.ts'
import { numberFormatter } from '../text/formats.tsx'
import classes from '../ui.module.css'
import { Dialog, DialogButtons } from './Dialog.tsx'

type Props = {
  title: string
  /** The label of the button: a verb and its count, such as “Order 48 samples”. */
  confirm: string
  /** The cost from `useCall`; null until the user has made the required choices. */
  cost: { data: PaidCall | undefined; failure: Failure | null; isPreviousData?: boolean } | null
  /** The action from `useAction`, which sends what the user confirms. */
  action: { run(): Promise<void>; pending: boolean; failure: Failure | null }
  close(): void
  /** Remaining choices, above the cost. */
  children?: ReactNode
}

/**
 * Asks the user to confirm a call that may cost money, and is the only way to make one. It shows the number of items,
 * the orders and requests, the destination and earlier orders, then one button.
 */
export function ConfirmPaidCall({ title, confirm, cost, action, close, children }: Props) {
  const counted = cost?.isPreviousData ? undefined : cost?.data
  return (
    <Dialog opened onClose={close} title={title}>
      <Stack gap={16}>
        {children}
        <div role="status">{counted && <Cost call={counted} />}</div>
        {cost?.failure && <FailureNotice flush failure={cost.failure} />}
        {action.failure && <FailureNotice flush failure={action.failure} />}
        <DialogButtons close={close}>
          <Button
            variant="filled"
            data-autofocus
            loading={action.pending}
            disabled={!counted || counted.count === 0}
            onClick={() => void action.run()}
          >
            {confirm}
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  )
}

export function Cost({ call }: { call: PaidCall }) {
  const { t, i18n } = useTranslation('ui')
  const format = numberFormatter(i18n.language).format
  const { count, orders, analyses, waiting, destination, before } = call
  const words = useCostWords(call)
  const earlier = before.map((one) =>
    t(`paidCall.${one.what}${one.repeated ? 'Repeated' : ''}`, { count: one.count, defaultValue: '' }),
  )
  if (count === 0) return <Text>{[t('paidCall.nothing'), ...earlier].join(' ')}</Text>
  const { profile: name, host } = destination
  const to = name === host ? host : t('paidCall.service', { name, host })
  const facts = [
    { name: t('term.samples'), value: format(count) },
    orders > 0 && { name: t('paidCall.orders'), value: format(orders) },
    analyses > 0 && { name: t('paidCall.analyses'), value: format(analyses) },
    { name: t('paidCall.requests'), value: words.requests, more: words.kinds },
    {
      name: t('paidCall.time'),
      value: t('paidCall.timeAtLimit', { time: words.time, limit: words.limit }),
      more: words.ordersTime,
    },
    { name: t('paidCall.destination'), value: to },
  ].filter((fact) => fact !== false)
  return (
    <Stack gap={8}>
      <dl className={classes.paidCall}>
        {facts.map(({ name, value, more }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {value}
              {more && <small>{more}</small>}
            </dd>
          </div>
        ))}
      </dl>
      {[...earlier, waiting > 0 && t('paidCall.waiting', { count: waiting })].map(
        (sentence) => sentence && <Text key={sentence}>{sentence}</Text>,
      )}
      <Text c="dimmed">{t(destination.isDemo ? 'paidCall.demo' : 'paidCall.cost')}</Text>
    </Stack>
  )
}
