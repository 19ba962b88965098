import { Button, Code, Group, NativeSelect, Stack } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Covariate } from '../../../../shared/domain/results/cohort.ts'
import { formulaOf } from '../../../../shared/domain/results/model.ts'
import { isIdentifier } from '../../../../shared/domain/studies/suggestions.ts'
import { CopyButton } from '../../../ui/copy/CopyButton.tsx'
import { PopoverButton } from '../../../ui/forms/PopoverButton.tsx'
import { Hint } from '../../../ui/panes/Section.tsx'
import { CovariatesSelect, FieldSelect, NumberField } from '../FieldSelect.tsx'
import { referenceOf, type toModelRequest } from '../modelRequest.ts'
import type { Adjustment, CompareView } from '../view.ts'

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

function AdjustForm({ view, covariates, built, go, close }: Props & { close(): void }) {
  const { t } = useTranslation('compare')
  const { groups } = view
  const adjust: Adjustment = view.adjust ?? {}
  const byField = groups !== null && 'by' in groups ? groups : null
  const change = (part: Adjustment) =>
    go({
      // Pairs and replicates of the test are units of the model.
      adjust: {
        ...adjust,
        ...(view.adjust === null && { block: view.pairBy ?? view.replicatesBy ?? undefined }),
        ...part,
      },
      contrast: null,
    })
  const predictor = adjust.slope ?? byField?.by
  const varied = covariates.filter(({ distinct }) => distinct > 1)
  const others = varied.filter(({ name }) => name !== predictor && name !== adjust.block)
  const numbers = varied.filter(({ name, kind }) => kind === 'numbers' && !isIdentifier(name))
  return (
    <Stack component="section" gap="sm" maw={360} ta="left" aria-label={t('adjust.title')}>
      <CovariatesSelect
        fields={others}
        value={adjust.covariates}
        change={(names) => change({ covariates: names })}
      />
      <FieldSelect
        label={t('adjust.effect')}
        fields={numbers}
        value={adjust.slope}
        change={(slope) => change({ slope, interaction: undefined })}
        none={byField ? t('adjust.differences', { field: byField.by }) : t('adjust.noGroups')}
        labelOf={(field) => t('adjust.slopeOf', { field })}
      />
      {adjust.slope === undefined && byField && byField.values.length > 1 && (
        <NativeSelect
          label={t('adjust.reference')}
          value={referenceOf(adjust, byField.values)}
          onChange={({ currentTarget }) => change({ reference: currentTarget.value })}
          data={[...byField.values]}
        />
      )}
      <FieldSelect
        label={t('adjust.interaction')}
        fields={others}
        value={adjust.interaction}
        change={(interaction) => change({ interaction })}
        none={t('adjust.none')}
      />
      <FieldSelect
        label={t('adjust.block')}
        fields={varied.filter(({ name }) => name !== predictor)}
        value={adjust.block}
        change={(block) => change({ block })}
        none={t('adjust.independent')}
      />
      <NativeSelect
        label={t('adjust.moderation')}
        value={adjust.moderation ?? 'constant'}
        onChange={({ currentTarget: { value } }) =>
          change({ moderation: value === 'none' || value === 'trend' ? value : undefined })
        }
        data={(['constant', 'trend', 'none'] as const).map((value) => ({
          value,
          label: t(`adjust.moderations.${value}`),
        }))}
      />
      <NumberField
        label={t('adjust.leastEffect')}
        value={adjust.leastEffect ?? 0}
        change={(value) => change({ leastEffect: value || undefined })}
      />
      <NumberField
        label={t('adjust.equivalence')}
        placeholder={t('adjust.noEquivalence')}
        isPositive
        value={adjust.equivalence}
        change={(equivalence) => change({ equivalence })}
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
    </Stack>
  )
}

function Formula({ text }: { text: string }) {
  const { t } = useTranslation('compare')
  return (
    <Group gap="sm" wrap="nowrap" align="start">
      <Code
        block
        flex={1}
        style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}
        aria-label={t('adjust.formula')}
      >
        {text}
      </Code>
      <CopyButton value={text} flex="none">
        {t('adjust.copy')}
      </CopyButton>
    </Group>
  )
}
