import { IconCheck, IconCopy } from '@tabler/icons-react'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DrugDetail } from '../../../../shared/domain/drugs/drug.ts'
import { readDrugIds } from '../../../../shared/domain/drugs/drugReferences.ts'
import { useCopy } from '../../../ui/copy/CopyButton.tsx'
import { Missing } from '../../../ui/feedback/Badges.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { ReferenceLinks } from '../../../ui/lists/ReferenceLinks.tsx'
import { Fact, Facts } from '../../../ui/panes/Section.tsx'
import { Timestamp } from '../../../ui/text/formats.tsx'
import { TextButton } from '../../../ui/text/TextLink.tsx'
import { toText } from '../drugTables.ts'

const shortText = 600
const shortNames = 20

export function DrugFacts({ drug }: { drug: DrugDetail }) {
  const { t } = useTranslation('drugs')
  const none = <Missing why={t('term.notGiven')} />
  const { category, description, synonyms, otherFields } = drug
  return (
    <Facts nameWidth={104}>
      <Fact name={t('term.category')}>{category === null ? none : <bdi>{category}</bdi>}</Fact>
      <Fact name={t('term.description')}>{description ? <LongText text={description} /> : none}</Fact>
      <Fact name={t('term.synonyms')}>{synonyms.length > 0 ? <Synonyms synonyms={synonyms} /> : none}</Fact>
      <Fact name={t('term.drugId')}>
        <code>{drug.drugId}</code>
        <CopyId id={drug.drugId} />
      </Fact>
      <Fact name={t('detail.references')}>
        <ReferenceLinks name={drug.name} ids={readDrugIds(otherFields)} />
      </Fact>
    </Facts>
  )
}

/** Shows the other fields of a drug under the service's names, and the date of its details. */
export function OtherFacts({ drug: { otherFields, detailsFetchedAt } }: { drug: DrugDetail }) {
  const { t } = useTranslation('drugs')
  const none = <Missing why={t('term.notGiven')} />
  return (
    <Facts nameWidth={104}>
      {otherFields.map(({ name, value }, index) => (
        <Fragment key={`${index} ${name}`}>
          <Fact name={<code>{name}</code>}>
            {value === null ? none : <LongText text={toText(value)} code={typeof value === 'object'} />}
          </Fact>
        </Fragment>
      ))}
      <Fact name={t('detail.details')}>
        <Age at={detailsFetchedAt} />
      </Fact>
    </Facts>
  )
}

/** Shows a text, shortened until the user expands it: the service may send a megabyte. */
function LongText({ text, code = false }: { text: string; code?: boolean }) {
  const { t } = useTranslation('drugs')
  const [all, setAll] = useState(false)
  const isLong = text.length > shortText
  const shown = isLong && !all ? `${text.slice(0, shortText)}…` : text
  return (
    <>
      {code ? <code>{shown}</code> : <bdi>{shown}</bdi>}
      {isLong && (
        <ShowAll onClick={() => setAll(!all)}>{t(all ? 'detail.showLess' : 'detail.showAll')}</ShowAll>
      )}
    </>
  )
}

function Synonyms({ synonyms }: { synonyms: readonly string[] }) {
  const { t } = useTranslation('drugs')
  const [all, setAll] = useState(false)
  const isLong = synonyms.length > shortNames
  return (
    <>
      {(all ? synonyms : synonyms.slice(0, shortNames)).map((synonym, index) => (
        <Fragment key={`${index} ${synonym}`}>
          {index > 0 && ' · '}
          <bdi>{synonym}</bdi>
        </Fragment>
      ))}
      {isLong && (
        <ShowAll onClick={() => setAll(!all)}>
          {all ? t('detail.showLess') : t('detail.allSynonyms', { count: synonyms.length })}
        </ShowAll>
      )}
    </>
  )
}

export const ShowAll = (props: { onClick(): void; children: string }) => (
  <TextButton c="dimmed" underline="always" px="xs" {...props} />
)

function CopyId({ id }: { id: string }) {
  const { t } = useTranslation('drugs')
  const { copied, copy } = useCopy(id)
  const label = t(copied ? 'copied' : 'detail.copyId')
  return <IconButton icon={copied ? IconCheck : IconCopy} label={label} onClick={copy} />
}

/** Shows the date of a drug's details, or that only lists have named the drug so far. */
export function Age({ at }: { at: string | null }) {
  const { t } = useTranslation('drugs')
  if (at === null) return t('detail.onlyFromLists')
  return (
    <>
      {t('detail.fetched')} <Timestamp at={at} />
    </>
  )
}
