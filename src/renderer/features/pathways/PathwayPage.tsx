import { Anchor, Box, Button, Group, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconLetterCase, IconUserEdit } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Direction, directionSchema } from '../../../shared/domain/drugs/drug.ts'
import type { Pathway, PathwayDetail, PathwayName } from '../../../shared/domain/drugs/pathway.ts'
import { call } from '../../client/call.ts'
import { useAction } from '../../client/useAction.ts'
import { useCall, useSetCached } from '../../client/useCall.ts'
import { useUndoOffers } from '../../state/undo.tsx'
import { CopyAs } from '../../ui/copy/CopyAs.tsx'
import { DirectionWord } from '../../ui/feedback/Badges.tsx'
import { FailureNotice, LoadingBar } from '../../ui/feedback/Feedback.tsx'
import shared from '../../ui/shared.module.css'
import { numberFormatter } from '../../ui/text/formats.ts'
import { MergeDialog, RenameDialog, ResetDialog } from './AliasDialogs.tsx'
import { isChanged, isFirstChange } from './aliases.ts'
import { ExtremeSamples } from './ExtremeSamples.tsx'
import classes from './pathways.module.css'
import { namesTable } from './toCopied.ts'

type Props = { pathway: string; all: readonly Pathway[]; show(pathway: string): void }

/** Shows one pathway: its names and why they belong together, the drugs that act on it, and its extreme samples. */
export function PathwayPage({ pathway, all, show }: Props) {
  const { t } = useTranslation('pathways')
  const detail = useCall('pathways.show', { pathway })
  return (
    <article className={classes.detail} aria-label={t('page')}>
      <LoadingBar visible={detail.loading} />
      {detail.failure && <FailureNotice failure={detail.failure} retry={() => void detail.refetch()} />}
      {detail.data && !detail.failure && <Page detail={detail.data} all={all} show={show} />}
    </article>
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
      <header className={classes.head}>
        <Title order={2} fz="xl" className={shared.wrap}>
          <bdi>{detail.title}</bdi>
        </Title>
        <Group gap={8} mt={8}>
          <Button size="compact-sm" variant="default" onClick={() => setDialog('rename')}>
            {t('rename.open')}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            disabled={all.length < 2}
            onClick={() => setDialog('merge')}
          >
            {t('merge.open')}
          </Button>
          {isChanged(detail) && (
            <Button size="compact-sm" variant="default" onClick={() => setDialog('reset')}>
              {t('reset.open')}
            </Button>
          )}
        </Group>
      </header>
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

/** Lists the names of the pathway with their reason and counts, each with a button that splits it off. */
function Names({ detail, split }: { detail: Pathway; split(name: string): void }) {
  const { t, i18n } = useTranslation('pathways')
  const number = numberFormatter(i18n.language)
  return (
    <section className={classes.section}>
      <Group gap="sm" wrap="nowrap">
        <h3 className={shared.sectionTitle}>{t('names.title', { count: detail.names.length })}</h3>
        <span className={shared.gap} />
        <CopyAs read={() => namesTable(detail)} />
      </Group>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('names.name')}</th>
            <th scope="col">{t('names.why')}</th>
            <th scope="col" className={classes.number}>
              {t('columns.drugs')}
            </th>
            <th scope="col" className={classes.number}>
              {t('names.results')}
            </th>
            {detail.names.length > 1 && (
              <th scope="col">
                <span className={classes.unseen}>{t('split.action')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {detail.names.map((one) => (
            <tr key={one.name}>
              <td className={shared.wrap}>
                <bdi>{one.name}</bdi>
              </td>
              <td>
                <Why how={one.how} />
              </td>
              <td className={classes.number}>{number.format(one.drugs)}</td>
              <td className={classes.number}>{number.format(one.results)}</td>
              {detail.names.length > 1 && (
                <td className={classes.action}>
                  <Button
                    size="compact-xs"
                    variant="subtle"
                    color="gray"
                    c="dimmed"
                    aria-label={t('split.named', { name: one.name })}
                    onClick={() => split(one.name)}
                  >
                    {t('split.action')}
                  </Button>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Why({ how }: { how: PathwayName['how'] }) {
  const { t } = useTranslation('pathways')
  const Icon = how === 'person' ? IconUserEdit : IconLetterCase
  return (
    <span className={classes.why}>
      <Icon size={14} stroke={1.75} aria-hidden />
      {t(`how.${how}`)}
    </span>
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

/** Lists the cached drugs that act on the pathway by direction; each group links to all of them. */
function ActingDrugs({ detail }: { detail: Pathway }) {
  const { t } = useTranslation('pathways')
  return (
    <section className={classes.section}>
      <h3 className={shared.sectionTitle}>{t('drugs.title')}</h3>
      {detail.drugs === 0 ? (
        <p className={shared.dimmed}>{t('drugs.none')}</p>
      ) : (
        directionSchema.options.map((direction) => (
          <DrugGroup key={direction} pathway={detail.pathway} direction={direction} />
        ))
      )}
      <p className={classes.small}>{t('drugs.hint')}</p>
    </section>
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
            <Anchor
              fz="xs"
              renderRoot={(props) => <Link {...props} to="/library/drugs" search={{ drug: drugId }} />}
            >
              <bdi>{name || drugId}</bdi>
            </Anchor>
          </li>
        ))}
      </ul>
      <Anchor
        fz="xs"
        renderRoot={(props) => <Link {...props} to="/library/drugs" search={{ pathway, direction }} />}
      >
        {t('drugs.all', { number })}
      </Anchor>
    </Box>
  )
}
