import { Box, Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Direction, DrugDetail, DrugLookup, DrugPathway } from '../../../../shared/domain/drugs/drug.ts'
import { normalizePathwayName } from '../../../../shared/domain/drugs/pathway.ts'
import { useCall } from '../../../client/call.ts'
import { CopyAs } from '../../../ui/copy/CopyAs.tsx'
import { DirectionWord, Missing } from '../../../ui/feedback/Badges.tsx'
import { FailureNotice, LoadingBar } from '../../../ui/feedback/Feedback.tsx'
import { Hint, Section } from '../../../ui/panes/Section.tsx'
import shared from '../../../ui/shared.module.css'
import { SmallTable } from '../../../ui/table/SmallTable.tsx'
import { Timestamp } from '../../../ui/text/formats.tsx'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import { pathwaysTable } from '../drugTables.ts'

/** Compares the pathways that `drug-pathway` returns for the drug's name with those under its id. */
export function Lookup({ drug }: { drug: DrugDetail }) {
  const { t } = useTranslation('drugs')
  const [requested, setRequested] = useState(false)
  const lookup = useCall('drugs.lookup', { name: drug.name }, { enabled: requested })
  if (drug.name.trim() === '') return null
  return (
    <Section
      inPane
      title={t('lookup.title')}
      actions={
        <Button
          size="compact-sm"
          loading={lookup.loading}
          onClick={() => (requested ? void lookup.refetch() : setRequested(true))}
        >
          {t(lookup.data ? 'lookup.again' : 'lookup.action')}
        </Button>
      }
    >
      {lookup.failure && <FailureNotice flush failure={lookup.failure} />}
      {requested && lookup.loading && <LoadingBar visible />}
      {lookup.data ? (
        <Answer lookup={lookup.data} drug={drug} />
      ) : (
        !lookup.failure && <Text c="dimmed">{t('lookup.hint')}</Text>
      )}
    </Section>
  )
}

function Answer({ lookup, drug }: { lookup: DrugLookup; drug: DrugDetail }) {
  const { t } = useTranslation('drugs')
  const { rows, missing } = compareLookup(lookup.pathways, drug.pathways ?? [])
  const remark = ({ difference }: Compared['rows'][number]): string | null => {
    if (difference === null || drug.pathways === null) return null
    if (difference.kind === 'onlyHere') return t('lookup.onlyHere')
    const listed = difference.listed.map((direction) => t(`direction.${direction}`)).join(', ')
    return t('lookup.otherDirection', { listed })
  }
  return (
    <>
      <Hint>
        {t('lookup.of', { name: lookup.name })} · {t(`source.${lookup.source}`)} ·{' '}
        <Timestamp at={lookup.fetchedAt} />
      </Hint>
      {rows.length > 0 ? (
        <PathwayTable rows={rows.map((row) => ({ ...row, remark: remark(row) }))} />
      ) : (
        <Text c="dimmed">{t('lookup.none')}</Text>
      )}
      {missing.length > 0 && (
        <Box component="p" c="var(--pathclock-warn)" fz="xs">
          {t('lookup.missing', { names: missing.join(', ') })}
        </Box>
      )}
    </>
  )
}

export function Pathways({ drug: { pathways, pathwaysFetchedAt } }: { drug: DrugDetail }) {
  const { t } = useTranslation('drugs')
  const why = pathways === null ? 'neverFetched' : 'noPathways'
  return (
    <Section
      inPane
      title={t('detail.pathways')}
      beside={
        pathwaysFetchedAt !== null && (
          <Hint>
            {t('detail.fetched')} <Timestamp at={pathwaysFetchedAt} />
          </Hint>
        )
      }
      actions={pathways && pathways.length > 0 && <CopyAs read={() => pathwaysTable(pathways, t)} />}
    >
      {pathways && pathways.length > 0 ? (
        <PathwayTable rows={pathways.map((pathway) => ({ ...pathway, remark: null }))} />
      ) : (
        <Text c="dimmed">{t(`detail.${why}`)}</Text>
      )}
    </Section>
  )
}

/** `remark`: the difference between this row and the pathways under the drug's id, or null. */
type Row = DrugPathway & { remark: string | null }

/** Lists pathways with direction and evidence. A direction is shown only if the service gives one. */
function PathwayTable({ rows }: { rows: readonly Row[] }) {
  const { t } = useTranslation('drugs')
  return (
    <SmallTable
      rows={rows}
      // A pathway may occur twice, with different evidence.
      rowKey={({ pathway }, index) => `${index} ${pathway}`}
      isMarked={({ remark }) => remark !== null}
      columns={[
        {
          head: t('term.pathway'),
          width: '32%',
          cell: ({ pathway, remark }) => (
            <>
              <TextLink to="/library/pathways" search={{ name: pathway }} className={shared.wrap}>
                <bdi>{pathway}</bdi>
              </TextLink>
              {remark !== null && (
                <Box c="var(--pathclock-warn)" fz="xs">
                  {remark}
                </Box>
              )}
            </>
          ),
        },
        {
          head: t('facets.direction'),
          width: '38%',
          cell: ({ direction }) => <DirectionWord direction={direction} />,
        },
        {
          head: t('detail.evidence'),
          cell: ({ evidence }) =>
            evidence === null ? <Missing why={t('term.notGiven')} /> : <bdi>{evidence}</bdi>,
        },
      ]}
    />
  )
}

/** The difference between a pathway found by name and those under the drug's id. */
type Difference = { kind: 'onlyHere' } | { kind: 'otherDirection'; listed: Direction[] }

type Compared = {
  rows: (DrugPathway & { difference: Difference | null })[]
  /** Pathways under the drug's id that the lookup by name does not return. */
  missing: string[]
}

/** Compares a lookup by name with the pathways under the drug's id. Names match as in the table of pathways. */
export function compareLookup(looked: readonly DrugPathway[], listed: readonly DrugPathway[]): Compared {
  const listedAs = Map.groupBy(listed, ({ pathway }) => normalizePathwayName(pathway))
  const names = new Set(looked.map(({ pathway }) => normalizePathwayName(pathway)))
  return {
    rows: looked.map((one) => ({
      ...one,
      difference: differenceOf(one, listedAs.get(normalizePathwayName(one.pathway)) ?? []),
    })),
    missing: [...listedAs].filter(([name]) => !names.has(name)).map(([, [first]]) => first?.pathway ?? ''),
  }
}

function differenceOf({ direction }: DrugPathway, same: readonly DrugPathway[]): Difference | null {
  if (same.length === 0) return { kind: 'onlyHere' }
  if (same.some((one) => one.direction === direction)) return null
  return { kind: 'otherDirection', listed: [...new Set(same.map((one) => one.direction))] }
}
