import { Radio, Stack, Table, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { assumed } from '../../../../shared/domain/app/convention.ts'
import { orderFieldNames } from '../../../../shared/domain/samples/sample.ts'
import classes from '../settings.module.css'
import { ConventionRow, Labelled } from './ConventionRow.tsx'
import {
  type ConventionDraft,
  type ConventionPart,
  orderFieldProblems,
  sourceOf,
  toConventionDraft,
  toSettings,
} from './conventionDraft.ts'

const choices = ['unknown', 'honoured', 'client_reference', 'none'] as const

/** What becomes of an order that was sent twice, and under which names its fields go. */
export function OrderConventions({ draft, profile, change }: ConventionPart) {
  const { t } = useTranslation('connection')
  const { set, found } = profile.conventions
  const wanted = toSettings(draft, set)
  const otherwise = found.idempotency ?? assumed.idempotency
  return (
    <fieldset className={classes.group}>
      <legend>{t('set.orders')}</legend>
      <ConventionRow
        setting="idempotency"
        label={t('set.idempotency.label')}
        source={sourceOf('idempotency', wanted, found)}
        otherwise={{
          from: found.idempotency === undefined ? 'assumed' : 'found',
          shown: t(`set.idempotency.choice.${otherwise}`),
        }}
        reset={() => change({ idempotency: undefined })}
      >
        <Radio.Group
          label={t('set.idempotency.label')}
          description={t('set.idempotency.hint')}
          value={draft.idempotency ?? otherwise}
          onChange={(value) => change({ idempotency: choices.find((choice) => choice === value) })}
        >
          <Stack gap={8} mt={8}>
            {choices.map((choice) => (
              <Radio
                key={choice}
                value={choice}
                label={t(`set.idempotency.choice.${choice}`)}
                description={t(`set.idempotency.follows.${choice}`)}
              />
            ))}
          </Stack>
        </Radio.Group>
      </ConventionRow>
      <ConventionRow
        setting="order_fields"
        label={t('set.order_fields.label')}
        source={sourceOf('order_fields', wanted, found)}
        otherwise={{ from: found.order_fields === undefined ? 'assumed' : 'found', shown: '' }}
        reset={() => change({ order_fields: toConventionDraft({}).order_fields })}
      >
        <Labelled label={t('set.order_fields.label')} hint={t('set.order_fields.hint')}>
          {(labelledBy) => (
            <OrderFields
              labelledBy={labelledBy}
              typed={draft.order_fields}
              change={(order_fields) => change({ order_fields })}
            />
          )}
        </Labelled>
      </ConventionRow>
    </fieldset>
  )
}

type FieldsProps = {
  labelledBy: string
  typed: ConventionDraft['order_fields']
  change: (typed: ConventionDraft['order_fields']) => void
}

function OrderFields({ labelledBy, typed, change }: FieldsProps) {
  const { t } = useTranslation('connection')
  const problems = orderFieldProblems(typed)
  return (
    <Table aria-labelledby={labelledBy} verticalSpacing={3} horizontalSpacing={8} fz={12} mt={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('set.order_fields.own')}</Table.Th>
          <Table.Th scope="col">{t('set.order_fields.sent')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {orderFieldNames.map((field) => (
          <Table.Tr key={field}>
            <Table.Th scope="row" className={classes.code}>
              {field}
            </Table.Th>
            <Table.Td>
              <TextInput
                size="xs"
                aria-label={t('set.order_fields.sentNamed', { field })}
                placeholder={field}
                autoComplete="off"
                spellCheck={false}
                value={typed[field]}
                error={problems[field] && t(`set.order_fields.${problems[field]}`)}
                onChange={({ currentTarget }) => change({ ...typed, [field]: currentTarget.value })}
              />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
