import type { OrderField } from '../../shared/domain/sample.ts'

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/** Header names that stand for a field of the default form, folded; the earlier in a list, the better the match. */
export const synonyms: Record<OrderField, readonly string[]> = {
  client_reference:
    words(`clientreference samplename sampleid samplecode sampleref samplereference samplelabel
    sample samplenumber sampleno reference barcode specimen specimenid id name probe probenname probennummer
    样本编号 样品编号 样本名称 样本 编号`),
  donor_id:
    words(`donorid donor donorcode subjectid subject patientid patient participantid participant individual
    animalid mouseid spender 供体编号 供体 受试者 患者编号 患者`),
  group: words(`group arm condition cohort studyarm studygroup treatmentgroup gruppe 分组 组别 实验组`),
  age: words(`age ageyears ageinyears ageyrs agey donorage alter 年龄 年龄岁 ageweeks ageinweeks agewks agemonths
    ageinmonths agedays ageindays alterwochen altermonate altertage 周龄 月龄 日龄`),
  sex: words(`sex gender geschlecht 性别`),
  tissue: words(`tissue tissuetype organ sampletype specimentype material gewebe 组织 组织类型`),
  treatment: words(`treatment compound drug substance intervention agent behandlung 处理 药物 化合物`),
  collected_at:
    words(`collectedat collectedon collected collectiondate datecollected dateofcollection samplingdate
    sampledate date entnahmedatum datum 采集日期 采样日期 采集时间 日期`),
}
