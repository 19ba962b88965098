import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { registeredSample } from '../../../../shared/domain/samples/testing/registeredSample.ts'
import { defaultLayout } from '../../../ui/table/columns/columnLayout.ts'
import { arrangeCopied, toShownColumns } from '../../../ui/table/columns/copiedColumns.ts'
import { toCopied } from './register.ts'
import { useRegisterColumns } from './registerColumns.tsx'

const sample = registeredSample({ fields: { synthetic: 'peptide', dose: 5 } })

it('keeps the synthetic mark in copies if a field of that name is hidden', () => {
  const { columns } = renderHook(() => ({ columns: useRegisterColumns([sample]) })).result.current
  const names = ['field synthetic', 'field dose']
  const hidden = { ...defaultLayout, columns: names.map((id) => ({ id, hidden: true, pinned: false })) }
  const { table } = arrangeCopied(toCopied([sample]), toShownColumns(columns, hidden))
  expect(table.rows[0]?.[table.columns.indexOf('synthetic')]).toBe('yes')
  expect(table.columns).not.toContain('dose')
})
