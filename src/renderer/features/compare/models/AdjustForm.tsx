import { Button, Code, Group, MultiSelect, NativeSelect, NumberInput } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Covariate } from '../../../../shared/domain/results/cohort.ts'
import { isIdentifier } from '../../../../shared/domain/studies/suggestions.ts'
import { mostAdjusted } from '../../../state/searchSchemas.ts'
import { CopyButton } from '../../../ui/copy/CopyButton.tsx'
import { PopoverButton } from '../../../ui/forms/PopoverButton.tsx'
import { Hint } from '../../../ui/panes/Section.tsx'
import classes from '../compare.module.css'
import { formulaOf, referenceOf, type toModelRequest } from '../modelRequest.ts'
import { type Adjustment, type CompareView, noAdjustment } from '../view.ts'

type Props = {
  view: CompareView
  covariates: readonly Covariate[]
  /** The model so far; null without an adjustment. */
  built: ReturnType<typeof toModelRequest> | null
  go(part: Partial<CompareView>): void
}

/** Opens the form of a model; shows its formula once there is one. */
export function AdjustButton(props: Props) {
  const { t } = useTranslation('compare')
  const { built } = props
  return (
    <PopoverButton
      label={built && 'request' in built ? formulaOf(built.request) : t('adjust.button')}
      title={t('adjust.title')}
      icon={<IconAdjustmentsHorizontal size={14} stroke={1.5} aria-hidden />}
      size="xs"
      width={360}
    >
      {(close) => <AdjustForm {...props} close={close} />}
    </PopoverButton>
  )
}

/** Edits the covariates, the effect, the unit and the method of a model. */
function AdjustForm({ view, covariates, built, go, close }: Props & { close(): void }) {
  const { t } = useTranslation('compare')
  const { groups } = view
  const adjust = view.adjust ?? noAdjustment
  const byField = groups !== null && 'by' in groups ? groups : null
  const change = (part: Partial<Adjustment>) =>
    go({
      // Pairs and replicates of the test are units of the model.
      adjust: {
        ...adjust,
        ...(view.adjust === null && { block: view.pairBy ?? view.replicatesBy }),
        ...part,
      },
      contrast: null,
    })
  const predictor = adjust.slope ?? byField?.by ?? null
  const varied = covariates.filter(({ distinct }) => distinct > 1)
  const others = varied.filter(({ name }) => name !== predictor && name !== adjust.block)
  const numbers = varied.filter(({ name, kind }) => kind === 'numbers' && !isIdentifier(name))
  const named = (fields: readonly Covariate[], chosen: string | null) => [
    ...(chosen !== null && fields.every(({ name }) => name !== chosen) ? [chosen] : []),
    ...fields.map(({ name }) => name),
  ]
  return (
    <section className={classes.form} aria-label={t('adjust.title')}>
      <MultiSelect
        label={t('adjust.covariates')}
        {...(adjust.covariates.length === 0 ? { placeholder: t('adjust.covariatesHint') } : {})}
        classNames={{ inputField: classes.search ?? '' }}
        searchable
        openOnFocus={false}
        comboboxProps={{ withinPortal: false }}
        maxValues={mostAdjusted}
        value={[...adjust.covariates]}
        onChange={(names) => change({ covariates: names })}
        data={[...new Set([...adjust.covariates, ...others.map(({ name }) => name)])]}
      />
      <NativeSelect
        label={t('adjust.effect')}
        value={adjust.slope ?? ''}
        onChange={({ currentTarget }) => change({ slope: currentTarget.value || null, interaction: null })}
        data={[
          {
            value: '',
            label: byField ? t('adjust.differences', { field: byField.by }) : t('adjust.noGroups'),
          },
          ...named(numbers, adjust.slope).map((value) => ({
            value,
            label: t('adjust.slopeOf', { field: value }),
          })),
        ]}
      />
      {adjust.slope === null && byField && byField.values.length > 1 && (
        <NativeSelect
          label={t('adjust.reference')}
          value={referenceOf(adjust, byField.values)}
          onChange={({ currentTarget }) => change({ reference: currentTarget.value })}
          data={[...byField.values]}
        />
      )}
      <NativeSelect
        label={t('adjust.interaction')}
        value={adjust.interaction ?? ''}
        onChange={({ currentTarget }) => change({ interaction: currentTarget.value || null })}
        data={[{ value: '', label: t('adjust.none') }, ...named(others, adjust.interaction)]}
      />
      <NativeSelect
        label={t('adjust.block')}
        value={adjust.block ?? ''}
        onChange={({ currentTarget }) => change({ block: currentTarget.value || null })}
        data={[
          { value: '', label: t('adjust.independent') },
          ...named(
            varied.filter(({ name }) => name !== predictor),
            adjust.block,
          ),
        ]}
      />
      <NativeSelect
        label={t('adjust.moderation')}
        value={adjust.moderation}
        onChange={({ currentTarget: { value } }) =>
          change({ moderation: value === 'none' || value === 'trend' ? value : 'constant' })
        }
        data={(['constant', 'trend', 'none'] as const).map((value) => ({
          value,
          label: t(`adjust.moderations.${value}`),
        }))}
      />
      <NumberInput
        size="xs"
        label={t('adjust.leastEffect')}
        value={adjust.leastEffect}
        min={0}
        onChange={(value) => change({ leastEffect: typeof value === 'number' ? Math.max(0, value) : 0 })}
      />
      {built && 'request' in built && <Formula text={formulaOf(built.request)} />}
      {built && 'missing' in built && <Hint>{t(`adjust.missing.${built.missing}`)}</Hint>}
      {view.adjust !== null && (
        <Button
          size="xs"
          onClick={() => {
            go({ adjust: null, contrast: null })
            close()
          }}
        >
          {t('adjust.remove')}
        </Button>
      )}
    </section>
  )
}

/** Shows the model in R's syntax, with a button to copy it. */
function Formula({ text }: { text: string }) {
  const { t } = useTranslation(['compare', 'ui'])
  return (
    <Group gap="sm" wrap="nowrap" align="start">
      <Code block className={classes.formula} aria-label={t('adjust.formula')}>
        {text}
      </Code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button size="compact-xs" flex="none" onClick={copy}>
            {t(copied ? 'ui:copied' : 'adjust.copy')}
          </Button>
        )}
      </CopyButton>
    </Group>
  )
}
