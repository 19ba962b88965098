import { Box, Button, Group, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconLetterCase, IconUserEdit } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Direction, directionSchema } from '../../../shared/domain/drugs/drug.ts'
import type { Pathway, PathwayDetail, PathwayName } from '../../../shared/domain/drugs/pathway.ts'
import type { Measure } from '../../../shared/domain/results/analysis.ts'
import { allSamplesId } from '../../../shared/domain/studies/study.ts'
import { applyNumberFormat, columnFormat, formatAlone } from '../../../shared/format/numbers.ts'
import { call, useAction, useCall, useSetCached } from '../../client/call.ts'
import { useMeasureUnit } from '../../state/cohort/titles.ts'
import { useUndoOffers } from '../../state/undo.tsx'
import { CopyAs } from '../../ui/copy/CopyAs.tsx'
import { DirectionWord, Missing, SyntheticMark } from '../../ui/feedback/Badges.tsx'
import { FailureNotice, LoadingBar } from '../../ui/feedback/Feedback.tsx'
import { Hint, Section } from '../../ui/panes/Section.tsx'
import shared from '../../ui/shared.module.css'
import { SmallTable } from '../../ui/table/SmallTable.tsx'
import { numberFormatter, Timestamp } from '../../ui/text/formats.tsx'
import { TextButton, TextLink } from '../../ui/text/TextLink.tsx'
import { MergeDialog, RenameDialog, ResetDialog } from './AliasDialogs.tsx'
import { isChanged, isFirstChange } from './aliases.ts'
import classes from './pathways.module.css'
import { extremeSamplesTable, namesTable } from './toCopied.ts'

type Props = { pathway: string; all: readonly Pathway[]; show(pathway: string): void }

/** Shows one pathway: its names and why they belong together, the drugs that act on it, and its extreme samples. */
export function PathwayPage({ pathway, all, show }: Props) {
  const { t } = useTranslation('pathways')
  const detail = useCall('pathways.show', { pathway })
  return (
    <Stack component="article" gap={0} aria-label={t('term.pathway')}>
      <LoadingBar visible={detail.loading} />
      {detail.failure && <FailureNotice failure={detail.failure} retry={() => void detail.refetch()} />}
      {detail.data && !detail.failure && <Page detail={detail.data} all={all} show={show} />}
    </Stack>
  )
}

type PageProps = { detail: PathwayDetail; all: readonly Pathway[]; show(pathway: string): void }

function Page({ detail, all, show }: PageProps) {
  const { t } = useTranslation('pathways')
  const [dialog, setDialog] = useState<'merge' | 'rename' | 'reset' | null>(null)
  const close = () => setDialog(null)
  const changes = useChanges(detail, { all, show, changed: close })
  return (
    <>
      <Box component="header" pt="snug" pb="md" pr="calc(2 * var(--mantine-spacing-xl))" pl="lg">
        <Title order={2} fz="xl" className={shared.wrap}>
          <bdi>{detail.title}</bdi>
        </Title>
        <Group gap={8} mt={8}>
          <Button size="compact-sm" onClick={() => setDialog('rename')}>
            {t('action.askToRename')}
          </Button>
          <Button size="compact-sm" disabled={all.length < 2} onClick={() => setDialog('merge')}>
            {t('merge.open')}
          </Button>
          {isChanged(detail) && (
            <Button size="compact-sm" onClick={() => setDialog('reset')}>
              {t('reset.open')}
            </Button>
          )}
        </Group>
      </Box>
      {changes.split.failure && <FailureNotice failure={changes.split.failure} />}
      <Names detail={detail} split={(name) => void changes.split.run(name)} />
      <ActingDrugs detail={detail} />
      <ExtremeSamples detail={detail} />
      {dialog === 'rename' && <RenameDialog detail={detail} action={changes.rename} close={close} />}
      {dialog === 'merge' && <MergeDialog detail={detail} all={all} action={changes.merge} close={close} />}
      {dialog === 'reset' && <ResetDialog detail={detail} action={changes.reset} close={close} />}
    </>
  )
}

function Names({ detail, split }: { detail: Pathway; split(name: string): void }) {
  const { t, i18n } = useTranslation('pathways')
  const number = numberFormatter(i18n.language)
  return (
    <Section
      inPane
      title={t('names.title', { count: detail.names.length })}
      actions={<CopyAs read={() => namesTable(detail)} />}
    >
      <SmallTable
        rows={detail.names}
        rowKey={({ name }) => name}
        columns={[
          { head: t('names.name'), cell: ({ name }) => <bdi className={shared.wrap}>{name}</bdi> },
          { head: t('names.why'), cell: ({ how }) => <Why how={how} /> },
          { head: t('term.drugs'), numeric: true, cell: ({ drugs }) => number.format(drugs) },
          { head: t('term.results'), numeric: true, cell: ({ results }) => number.format(results) },
          detail.names.length > 1 && {
            head: <VisuallyHidden>{t('split.action')}</VisuallyHidden>,
            numeric: true,
            cell: ({ name }) => (
              <TextButton c="dimmed" aria-label={t('split.named', { name })} onClick={() => split(name)}>
                {t('split.action')}
              </TextButton>
            ),
          },
        ]}
      />
    </Section>
  )
}

function Why({ how }: { how: PathwayName['how'] }) {
  const { t } = useTranslation('pathways')
  const Icon = how === 'person' ? IconUserEdit : IconLetterCase
  return (
    <Group component="span" gap="xs" wrap="nowrap" c="dimmed">
      <Icon size={14} stroke={1.75} aria-hidden />
      {t(`how.${how}`)}
    </Group>
  )
}

type Then = { all: readonly Pathway[]; show(pathway: string): void; changed(): void }

/**
 * Returns the actions that change a pathway's names. Each shows a notice, with undo if that restores the previous
 * state exactly. `changed` is called after a successful change.
 */
function useChanges(now: Pathway, { all, show, changed }: Then) {
  const undoOffers = useUndoOffers()
  const { t } = useTranslation('pathways')
  const setCached = useSetCached()
  const queries = useQueryClient()
  const storeTable = (table: Pathway[]): Pathway[] => {
    setCached('pathways.list', {}, table)
    void queries.invalidateQueries({ queryKey: ['pathways.show'] })
    changed()
    return table
  }

  const rename = useAction(async (title: string) => {
    const offerUndo = undoOffers.create()
    // Otherwise, an undo by renaming would leave a fixed title that later responses cannot change.
    const undoable = isFirstChange(now, now, all)
    storeTable(await call('pathways.rename', { pathway: now.pathway, title }))
    const undo = async () => {
      const after = undoable ? storeTable(await call('pathways.reset', { pathway: now.pathway })) : []
      if (after.find(({ pathway }) => pathway === now.pathway)?.title !== now.title)
        storeTable(await call('pathways.rename', { pathway: now.pathway, title: now.title }))
    }
    offerUndo({ message: t('rename.done', { title }), undo })
  })

  const split = useAction(async (name: string) => {
    const offerUndo = undoOffers.create()
    const after = storeTable(await call('pathways.split', { name }))
    const apart = after.find(({ names }) => names.some((one) => one.name === name))
    if (!apart) return
    const undo = async () => {
      storeTable(await call('pathways.reset', { pathway: apart.pathway }))
      show(now.pathway)
    }
    offerUndo({ message: t('split.done', { name, title: now.title }), undo })
  })

  const merge = useAction(async (into: Pathway) => {
    const offerUndo = undoOffers.create()
    const undoable = isFirstChange(now, into, all)
    storeTable(await call('pathways.merge', { pathway: now.pathway, into: into.pathway }))
    show(into.pathway)
    const message = t('merge.done', { title: now.title, into: into.title })
    if (!undoable) return void notifications.show({ message })
    const undo = async () => {
      const after = storeTable(await call('pathways.reset', { pathway: into.pathway }))
      const title = after.find(({ pathway }) => pathway === into.pathway)?.title
      if (title !== undefined && title !== into.title)
        storeTable(await call('pathways.rename', { pathway: into.pathway, title: into.title }))
      show(now.pathway)
    }
    offerUndo({ message, undo })
  })

  const reset = useAction(async () => {
    const after = storeTable(await call('pathways.reset', { pathway: now.pathway }))
    const still = after.some(({ pathway }) => pathway === now.pathway)
    const first = after.find(({ names }) => names.some(({ name }) => name === now.names[0]?.name))
    if (!still && first) show(first.pathway)
  })

  return { rename, split, merge, reset }
}

const shownOfEach = 12

function ActingDrugs({ detail }: { detail: Pathway }) {
  const { t } = useTranslation('pathways')
  return (
    <Section inPane title={t('drugs.title')}>
      {detail.drugs === 0 ? (
        <p className={shared.dimmed}>{t('drugs.none')}</p>
      ) : (
        directionSchema.options.map((direction) => (
          <DrugGroup key={direction} pathway={detail.pathway} direction={direction} />
        ))
      )}
      <Hint>{t('drugs.hint')}</Hint>
    </Section>
  )
}

function DrugGroup({ pathway, direction }: { pathway: string; direction: Direction }) {
  const { t, i18n } = useTranslation('pathways')
  const found = useCall('drugs.search', { pathway, direction, from: 'cache', limit: shownOfEach })
  if (found.failure) return <FailureNotice failure={found.failure} retry={() => void found.refetch()} flush />
  if (!found.data) return <LoadingBar visible />
  const { hits, total, totalIsLeast } = found.data
  if (total === 0) return null
  const number = numberFormatter(i18n.language).format(total)
  return (
    <Box mt="md">
      <h4 className={classes.groupTitle}>
        <DirectionWord direction={direction} />
        <span className={shared.dimmed}>{totalIsLeast ? t('drugs.atLeast', { number }) : number}</span>
      </h4>
      <ul className={classes.drugs}>
        {hits.map(({ drugId, name }) => (
          <li key={drugId}>
            <TextLink to="/library/drugs" search={{ drug: drugId }}>
              <bdi>{name || drugId}</bdi>
            </TextLink>
          </li>
        ))}
      </ul>
      <TextLink to="/library/drugs" search={{ pathway, direction }}>
        {t('drugs.all', { number })}
      </TextLink>
    </Box>
  )
}

/** Lists the samples furthest from the mean of this profile, with the reference of their z-scores. */
function ExtremeSamples({ detail }: { detail: PathwayDetail }) {
  const { t } = useTranslation('pathways')
  const navigate = useNavigate()
  const demo = useCall('app.status', {}).data?.demo ?? false
  const units = useUnits()
  const { cohort, extremeSamples, whyNone } = detail
  return (
    <Section
      inPane
      title={t('out.title')}
      beside={demo && cohort.n > 0 && <SyntheticMark />}
      actions={extremeSamples.length > 0 && <CopyAs read={() => extremeSamplesTable(detail)} />}
    >
      <Hint>
        {t('out.cohort', { count: cohort.n })}
        {cohort.mean !== null && ` · ${t('out.mean', { value: formatAlone(cohort.mean) })}`}
        {cohort.sd !== null && ` · ${t('out.sd', { value: formatAlone(cohort.sd) })}`}
      </Hint>
      {whyNone && (
        <>
          <Text>{t(`out.why.${whyNone}`, { count: cohort.n })}</Text>
          {whyNone === 'noResults' && (
            <Button
              size="compact-sm"
              mt={8}
              onClick={() =>
                void navigate({ to: '/study/$studyId/samples', params: { studyId: allSamplesId } })
              }
            >
              {t('out.toSamples')}
            </Button>
          )}
        </>
      )}
      {extremeSamples.length > 0 && <Samples detail={detail} />}
      {extremeSamples.length > 0 && (
        <Hint mt={8}>
          {units.activity} {units.agingOffset} {t('out.z', { count: cohort.n })} {t('out.research')}
        </Hint>
      )}
    </Section>
  )
}

function Samples({ detail: { extremeSamples } }: { detail: PathwayDetail }) {
  const { t } = useTranslation('pathways')
  const formatActivity = columnFormat(extremeSamples.map(({ activity }) => activity))
  const formatOffset = columnFormat(extremeSamples.map(({ agingOffset }) => agingOffset))
  return (
    <SmallTable
      rows={extremeSamples}
      rowKey={({ sampleId }) => sampleId}
      columns={[
        {
          head: t('field.client_reference'),
          cell: ({ sampleId, clientReference }) => (
            <TextLink
              to="/study/$studyId/samples"
              params={{ studyId: allSamplesId }}
              search={{ sample: sampleId }}
              className={shared.wrap}
            >
              {clientReference}
            </TextLink>
          ),
        },
        {
          head: t('measure.activity'),
          numeric: true,
          cell: ({ activity }) => formatActivity(activity),
          title: ({ activity }) => String(activity),
        },
        { head: t('out.zShort'), numeric: true, cell: ({ z }) => signed(z), title: ({ z }) => String(z) },
        {
          head: t('measure.aging_offset'),
          numeric: true,
          cell: ({ agingOffset }) =>
            agingOffset === null ? <Missing why={t('term.none')} /> : formatOffset(agingOffset),
          title: ({ agingOffset }) => agingOffset?.toString() ?? null,
        },
        { head: t('term.fetched'), cell: ({ fetchedAt }) => <Timestamp at={fetchedAt} /> },
      ]}
    />
  )
}

const signed = (z: number): string =>
  applyNumberFormat(`${z > 0 ? '+' : ''}${z.toFixed(2)}`.replace('-', '−'))

/** Returns the unit of each measure for display: the one set for this profile, or a note that none is documented. */
function useUnits(): { activity: string; agingOffset: string } {
  const { t } = useTranslation('pathways')
  const units = { activity: useMeasureUnit('activity'), aging_offset: useMeasureUnit('aging_offset') }
  const withUnit = (measure: Measure) => {
    const unit = units[measure]
    return unit ? t(`unit.known.${measure}`, { unit }) : t(`unit.unknown.${measure}`)
  }
  return { activity: withUnit('activity'), agingOffset: withUnit('aging_offset') }
}
