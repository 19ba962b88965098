import { Button, CloseButton, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import {
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconSquare,
  IconSquareCheck,
  IconStar,
  IconStarFilled,
} from '@tabler/icons-react'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrugDetail, DrugLinks } from '../../../../shared/domain/drugs/drug.ts'
import { allSamplesId } from '../../../../shared/domain/studies/study.ts'
import { columnFormat } from '../../../../shared/format/numbers.ts'
import { useCall } from '../../../client/call.ts'
import { CopyAs } from '../../../ui/copy/CopyAs.tsx'
import { CopyLink } from '../../../ui/copy/CopyButton.tsx'
import { RawJson } from '../../../ui/copy/RawJson.tsx'
import { DirectionWord, Missing, SyntheticMark } from '../../../ui/feedback/Badges.tsx'
import { FailureNotice, LoadingBar } from '../../../ui/feedback/Feedback.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Section } from '../../../ui/panes/Section.tsx'
import shared from '../../../ui/shared.module.css'
import { SmallTable } from '../../../ui/table/SmallTable.tsx'
import { numberFormatter, Timestamp, TranslatedMessage } from '../../../ui/text/formats.tsx'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import { AddToList } from '../AddToList.tsx'
import { factsTable, linksTable } from '../drugTables.ts'
import type { Choosing } from '../useChosen.ts'
import { Age, DrugFacts, OtherFacts, ShowAll } from './Facts.tsx'
import { type Marking, OwnNotes, useMark } from './OwnNotes.tsx'
import { Lookup, Pathways } from './Pathways.tsx'
import classes from './page.module.css'

type Answers = {
  drugId: string
  cached: DrugDetail | undefined
  fresh: DrugDetail | undefined
  mayCallService: boolean
}

/**
 * Chooses between the cached and the fetched details of a drug; undefined if neither has arrived for this drug.
 * Prefers the fetched ones while the service may be called, unless offline sync has cached newer ones since.
 */
function chooseDetails({ drugId, cached, fresh, mayCallService }: Answers): DrugDetail | undefined {
  // While the next drug loads, the responses are still those of the previous one.
  const [ownCached, ownFresh] = [cached, fresh].map((answer) =>
    answer?.drugId === drugId ? answer : undefined,
  )
  if (!ownCached || !ownFresh) return ownCached ?? ownFresh
  return mayCallService && !isNewer(ownCached, ownFresh) ? ownFresh : ownCached
}

/** Returns true if the details or the pathways are newer, and neither is older. */
function isNewer(one: DrugDetail, other: DrugDetail): boolean {
  const gainedMs = (['detailsFetchedAt', 'pathwaysFetchedAt'] as const).map(
    (part) => toMs(one[part]) - toMs(other[part]),
  )
  return gainedMs.every((gained) => gained >= 0) && gainedMs.some((gained) => gained > 0)
}

const toMs = (at: string | null): number => (at === null ? 0 : Date.parse(at))

type Props = {
  drugId: string
  profileId: string
  mayCallService: boolean
  choosing: Choosing
  wide: boolean
  setWide(wide: boolean): void
  /** undefined if the surrounding layout cannot close the page. */
  close: (() => void) | undefined
}

/**
 * Shows one drug, first from the cache, then from the service. Memoized, so that typing a search does not render it.
 */
export const DrugPage = memo(function DrugPage(props: Props) {
  const { drugId, mayCallService } = props
  const { t } = useTranslation('drugs')
  // Refetched when it replaces the service's response, which was cached in the meantime.
  const cached = useCall('drugs.show', { drugId, from: 'cache' }, { refetchKey: mayCallService })
  const fresh = useCall('drugs.show', { drugId, from: 'service' }, { enabled: mayCallService })
  const own = chooseDetails({ drugId, cached: cached.data, fresh: fresh.data, mayCallService })
  // Cached data are read again with every push; that needs no loading bar.
  const loading = fresh.loading || (cached.loading && !own)
  const drug = own ?? (loading ? cached.data : undefined)
  const failure = loading ? null : (fresh.failure ?? (own ? null : cached.failure))
  return (
    <article className={classes.drug} aria-label={t('term.drug')} data-wide={props.wide || undefined}>
      <LoadingBar visible={loading} />
      {drug ? (
        <Drug key={`${props.profileId} ${drug.drugId}`} drug={drug} {...props} />
      ) : (
        loading && <PageSkeleton />
      )}
      {failure && (
        <FailureNotice
          failure={failure}
          retry={() => {
            void cached.refetch()
            if (mayCallService) void fresh.refetch()
          }}
        />
      )}
    </article>
  )
})

const PageSkeleton = () => (
  <Stack aria-hidden p="lg">
    <Skeleton height={20} width="50%" />
    <Skeleton height={10} width="25%" />
    <Skeleton height={12} mt={24} />
    <Skeleton height={12} width="80%" />
    <Skeleton height={12} width="90%" />
  </Stack>
)

function Drug({ drug, profileId, ...props }: Props & { drug: DrugDetail }) {
  const { t } = useTranslation('drugs')
  const marking = useMark(drug)
  const answers = [
    { label: t('detail.raw'), raw: drug.raw, fetchedAt: drug.detailsFetchedAt },
    { label: t('detail.rawPathways'), raw: drug.pathwaysRaw, fetchedAt: drug.pathwaysFetchedAt },
  ].filter(({ raw }, index) => index === 0 || (raw !== null && raw !== undefined))
  return (
    <>
      <PageHead drug={drug} marking={marking} {...props} />
      <div className={classes.columns}>
        <div className={classes.factsPart}>
          <DrugFacts drug={drug} />
        </div>
        <div className={classes.mainPart}>
          <Pathways drug={drug} />
          <Links drugId={drug.drugId} />
        </div>
        <div className={classes.minePart}>
          <OwnNotes drug={drug} profileId={profileId} marking={marking} />
        </div>
        <details className={classes.rawPart}>
          <summary>{t('detail.more')}</summary>
          <div className={classes.raw}>
            <OtherFacts drug={drug} />
          </div>
          <Lookup drug={drug} />
          {answers.map(({ label, raw, fetchedAt }) => (
            <div key={label} className={classes.raw}>
              <RawJson label={label} raw={raw}>
                <span className={classes.origin}>
                  <Age at={fetchedAt} />
                </span>
              </RawJson>
            </div>
          ))}
        </details>
      </div>
    </>
  )
}

type PageHeadProps = Pick<Props, 'choosing' | 'wide' | 'setWide' | 'close'> & {
  drug: DrugDetail
  marking: Marking
}

function PageHead({ drug, marking, choosing, wide, setWide, close }: PageHeadProps) {
  const { t } = useTranslation('drugs')
  const { favourite, ready, change } = marking
  const Star = favourite ? IconStarFilled : IconStar
  const chosen = choosing.isChosen(drug.drugId)
  const Box = chosen ? IconSquareCheck : IconSquare
  const Arrows = wide ? IconArrowsMinimize : IconArrowsMaximize
  const width = t(wide ? 'detail.narrow' : 'detail.widen')
  return (
    <header className={classes.head}>
      <div className={classes.headName}>
        <Title order={2} fz="xl">
          <bdi>{drug.name || drug.drugId}</bdi>
        </Title>
        <IconButton
          icon={Star}
          iconSize={16}
          color={favourite ? 'teal' : 'gray'}
          aria-pressed={favourite}
          label={t('mine.favourite')}
          disabled={!ready}
          onClick={() => change({ favourite: !favourite })}
        />
        <span className={shared.gap} />
        <IconButton icon={Arrows} iconSize={16} label={width} onClick={() => setWide(!wide)} />
        {close && <CloseButton size="sm" aria-label={t('action.close')} onClick={close} />}
      </div>
      <div className={classes.origin}>
        {t(`source.${drug.source}`)} · <Timestamp at={drug.fetchedAt} /> {drug.synthetic && <SyntheticMark />}
      </div>
      {drug.notice !== null && (
        <p className={classes.origin} role="status">
          <TranslatedMessage text={drug.notice} />
        </p>
      )}
      <Group gap="xs" mt="snug">
        <AddToList drugs={[drug]} />
        <Button
          size="compact-sm"
          aria-pressed={chosen}
          disabled={!chosen && choosing.isFull}
          leftSection={<Box size={14} stroke={1.5} aria-hidden />}
          onClick={() => choosing.toggle(drug)}
        >
          {t('action.compare')}
        </Button>
        <CopyAs read={() => factsTable(drug, t)} />
        <CopyLink section="drugs" id={drug.drugId} />
      </Group>
    </header>
  )
}

function Links({ drugId }: { drugId: string }) {
  const { t } = useTranslation('drugs')
  const links = useCall('drugs.links', { drugId })
  const { data, failure } = links
  const none = data && data.screenings.length === 0 && data.samples.length === 0
  return (
    <Section
      inPane
      title={t('links.title')}
      actions={data && !none && !failure && <CopyAs read={() => linksTable(data)} />}
    >
      {failure && <FailureNotice flush failure={failure} retry={() => void links.refetch()} />}
      {none && !failure && <Text c="dimmed">{t('links.none')}</Text>}
      {data && !failure && data.screenings.length > 0 && <Screenings screenings={data.screenings} />}
      {data && !failure && data.samples.length > 0 && <Samples samples={data.samples} />}
    </Section>
  )
}

function Screenings({ screenings }: Pick<DrugLinks, 'screenings'>) {
  const { t } = useTranslation('drugs')
  const format = columnFormat(screenings.map(({ score }) => score))
  return (
    <ShortTable
      caption={t('links.screenings')}
      rows={screenings}
      rowKey={({ taskId }) => taskId}
      columns={[
        {
          head: t('term.sample'),
          cell: ({ taskId, sampleId, clientReference }) => (
            <TextLink to="/activity/screenings" search={{ task: taskId }}>
              {clientReference ?? sampleId}
            </TextLink>
          ),
        },
        { head: t('term.rank'), numeric: true, cell: ({ rank }) => rank },
        {
          head: t('term.score'),
          numeric: true,
          cell: ({ score }) => (score === null ? <Missing why={t('term.notGiven')} /> : format(score)),
          title: ({ score }) => score?.toString() ?? null,
        },
      ]}
    />
  )
}

function Samples({ samples }: Pick<DrugLinks, 'samples'>) {
  const { t, i18n } = useTranslation('drugs')
  const format = columnFormat(samples.map(({ activity }) => activity))
  const zScore = numberFormatter(i18n.language, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    signDisplay: 'exceptZero',
  })
  return (
    <ShortTable
      caption={t('links.samples')}
      rows={samples}
      rowKey={({ sampleId, pathway, direction }) => `${sampleId} ${pathway} ${direction}`}
      columns={[
        {
          head: t('term.sample'),
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
        { head: t('term.pathway'), cell: ({ pathway }) => <bdi>{pathway}</bdi> },
        { head: t('links.drug'), cell: ({ direction }) => <DirectionWord direction={direction} /> },
        {
          head: t('measure.activity'),
          numeric: true,
          cell: ({ activity }) => format(activity),
          title: ({ activity }) => String(activity),
        },
        { head: t('links.z'), numeric: true, cell: ({ z }) => zScore.format(z).replace('-', '−') },
        { head: t('links.n'), numeric: true, cell: ({ n }) => n },
      ]}
    />
  )
}

const shortRows = 8

/** A table whose first rows are shown until the user asks for all. */
function ShortTable<R>({ rows, ...table }: Parameters<typeof SmallTable<R>>[0]) {
  const { t } = useTranslation('drugs')
  const [all, setAll] = useState(false)
  return (
    <>
      <SmallTable rows={all ? rows : rows.slice(0, shortRows)} {...table} />
      {rows.length > shortRows && (
        <ShowAll onClick={() => setAll(!all)}>
          {all ? t('detail.showLess') : t('facets.all', { count: rows.length })}
        </ShowAll>
      )}
    </>
  )
}
