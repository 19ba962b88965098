import { ActionIcon, Button, CloseButton, Title } from '@mantine/core'
import {
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconSquare,
  IconSquareCheck,
  IconStar,
  IconStarFilled,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { DrugDetail } from '../../../shared/domain/drug.ts'
import { CopyAs } from '../../ui/CopyAs.tsx'
import { CopyLink } from '../../ui/CopyLink.tsx'
import { SyntheticMark } from '../../ui/SyntheticMark.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { AddToList } from './AddToList.tsx'
import { factsTable } from './drugTables.ts'
import classes from './page.module.css'
import type { Choosing } from './useChosen.ts'
import type { Marking } from './useMark.ts'

type Props = {
  drug: DrugDetail
  marking: Marking
  choosing: Choosing
  wide: boolean
  setWide(wide: boolean): void
  close: (() => void) | undefined
}

/** The name, where it comes from and how old it is, and what can be done with the drug. */
export function PageHead({ drug, marking, choosing, wide, setWide, close }: Props) {
  const { t } = useTranslation('drugs')
  const { t: words } = useTranslation('ui')
  const { favourite, ready, change } = marking
  const Star = favourite ? IconStarFilled : IconStar
  const chosen = choosing.isChosen(drug.drugId)
  const Box = chosen ? IconSquareCheck : IconSquare
  const Arrows = wide ? IconArrowsMinimize : IconArrowsMaximize
  const width = t(wide ? 'detail.narrow' : 'detail.widen')
  return (
    <header className={classes.head}>
      <div className={classes.headName}>
        <Title order={2} fz={20}>
          <bdi>{drug.name || drug.drugId}</bdi>
        </Title>
        <ActionIcon
          size="sm"
          variant="subtle"
          color={favourite ? 'teal' : 'gray'}
          aria-pressed={favourite}
          aria-label={t('mine.favourite')}
          title={t('mine.favourite')}
          disabled={!ready}
          onClick={() => change({ favourite: !favourite })}
        >
          <Star size={16} stroke={1.5} aria-hidden />
        </ActionIcon>
        <span className={classes.gap} />
        <ActionIcon
          size="sm"
          variant="subtle"
          color="gray"
          aria-label={width}
          title={width}
          onClick={() => setWide(!wide)}
        >
          <Arrows size={16} stroke={1.5} aria-hidden />
        </ActionIcon>
        {close && <CloseButton size="sm" aria-label={words('closePane')} onClick={close} />}
      </div>
      <div className={classes.origin}>
        {t(`source.${drug.source}`)} · <Timestamp at={drug.fetchedAt} /> {drug.synthetic && <SyntheticMark />}
      </div>
      {drug.notice !== null && (
        <p className={classes.origin} role="status">
          {drug.notice}
        </p>
      )}
      <div className={classes.actions}>
        <AddToList drugs={[drug]} />
        <Button
          size="compact-sm"
          variant="default"
          aria-pressed={chosen}
          disabled={!chosen && choosing.isFull}
          leftSection={<Box size={14} stroke={1.5} aria-hidden />}
          onClick={() => choosing.toggle(drug)}
        >
          {t('compare.action')}
        </Button>
        <CopyAs read={() => factsTable(drug, t)} />
        <CopyLink section="drugs" id={drug.drugId} />
      </div>
    </header>
  )
}
