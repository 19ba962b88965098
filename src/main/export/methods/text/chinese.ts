import {
  type ComparisonNote,
  type RunTest,
  severalGroupTests,
} from '../../../../shared/domain/results/comparison.ts'
import {
  byRanks,
  type Cite,
  type ComparisonFacts,
  type Counted,
  type Data,
  dayAndTime,
  familyOf,
  firstOf,
  plainText,
  type Tested,
  type Words,
} from './facts.ts'

const list = (items: readonly string[]): string => items.join('、')
const quoted = (text: string): string => `“${plainText(text)}”`

function source({ services, first, last, withClock }: Data): string {
  const endpoints = `接口 \`POST /moa/pathway-analysis\`${withClock ? ' 和 `POST /moa/pathway-clock`' : ''}`
  const from = services.length > 0 ? list(services.map(plainText)) : '未知服务'
  if (!first || !last) return `服务未返回这些样本的任何结果（${endpoints}）。`
  const when =
    dayAndTime(first) === dayAndTime(last) ? dayAndTime(first) : `${dayAndTime(first)} 至 ${dayAndTime(last)}`
  return `通路活性与通路衰老偏移由 ${from} 提供（${endpoints}），获取时间为 ${when}。`
}

function values({ activity, agingOffset }: Data): string {
  const unit = (name: string, { unit: label }: Counted) =>
    label
      ? `${name}按服务返回的原值使用，单位由用户标注为${quoted(label)}（服务未说明单位）`
      : `${name}按服务返回的原值使用，单位未说明`
  const absent =
    activity.missing + agingOffset.missing === 0
      ? '有结果的每个样本在每条通路上均有两项数值。'
      : `其中活性有 ${activity.missing} 个数值、衰老偏移有 ${agingOffset.missing} 个数值未返回。缺失值按通路逐条剔除，未作插补，也未当作 0。`
  return `共返回 ${activity.pathways} 条通路。${unit('活性', activity)}；${unit('衰老偏移', agingOffset)}。${absent}除下文说明者外，分析前未对数值作任何变换。`
}

function joined({ joined: all }: Data): string {
  if (all.length === 0) return ''
  const { shown, more } = firstOf(all)
  const named = shown.map(
    ({ pathway, names, samplesWithSeveral: twice }) =>
      `${list(names.map(quoted))}合并为${quoted(pathway)}${twice > 0 ? `（${twice} 个样本在其中多个名称下有数值，取第一个名称的数值）` : ''}`,
  )
  return `同一通路的不同写法已合并：${named.join('；')}${more > 0 ? `；另有 ${more} 条` : ''}。`
}

function groupsOf({ groups, withResult, samples }: Data): string {
  const without = samples - withResult
  const size = `本研究共 ${samples} 个样本，其中 ${withResult} 个有结果${without > 0 ? `，${without} 个没有结果` : ''}`
  if (groups.length === 0) return `${size}。`
  const { shown, more } = firstOf(groups)
  const named = shown.map(({ name, n }) => `${name === null ? '未分组' : quoted(name)} ${n} 个`)
  return `${size}（有结果的样本按登记表分组：${named.join('，')}${more > 0 ? `，另有 ${more} 个组` : ''}）。`
}

const noteWords: {
  [Kind in ComparisonNote['kind']]?: (note: Extract<ComparisonNote, { kind: Kind }>) => string
} = {
  inSeveralGroups: ({ samples }) => `${samples} 个样本同时属于多个组，已全部排除。`,
  noGroup: ({ samples }) => `${samples} 个样本没有该字段的值，不属于任何组。`,
  noResult: ({ samples }) => `组内 ${samples} 个样本没有结果，未纳入。`,
  noPair: ({ samples }) => `${samples} 个样本没有配对，已排除。`,
  severalInPair: ({ pairs }) => `${pairs} 个配对的一侧有多个样本，取其均值。`,
  severalServices: () => '数值来自多个服务，其测量方式可能不同。',
  smallGroups: ({ least }) =>
    `最小的组（或配对数）仅为 ${least}，只能发现较大的差异，Welch 检验的错误率可能达到约 9%。`,
  leastP: ({ p }) => `在此样本量下且无相同数值时，p 不可能低于 ${toP(p)}。`,
}

const toP = (p: number): string => (p < 1e-3 ? p.toExponential(1) : p.toPrecision(2))

const formatNote = (note: ComparisonNote): string => {
  const word = noteWords[note.kind] as ((of: ComparisonNote) => string) | undefined
  return word ? word(note) : ''
}

function groups({ groups: of, by, pairBy, notes, requestedPathways, test }: ComparisonFacts): string[] {
  const named = list(of.map(({ name, n }) => `${quoted(name)}（n = ${n}）`))
  const made = by === null ? '由人工指定' : `按字段${quoted(by)}的取值划分`
  const order = of.length === 2 && !severalGroupTests.has(test)
  const [first, second] = of
  return [
    `各组为${named}，${made}；n 为实际使用的样本数。${pairBy === null ? '' : `两组中字段${quoted(pairBy)}取值相同的样本构成配对。`}${order && first && second ? `差值为${quoted(first.name)}减${quoted(second.name)}。` : ''}${requestedPathways === null ? '' : `仅比较预先选定的 ${requestedPathways} 条通路。`}${notes.map(formatNote).join('')}`,
  ]
}

function untested({ activity, agingOffset }: ComparisonFacts['tested']): string {
  const why = ({ tooFew, noSpread, tooLarge }: Tested) =>
    list([
      ...(tooFew > 0 ? [`数值太少 ${tooFew} 条`] : []),
      ...(noSpread > 0 ? [`数值无变异 ${noSpread} 条`] : []),
      ...(tooLarge > 0 ? [`数值过大而无法计算 ${tooLarge} 条`] : []),
    ])
  const parts = [
    ...(why(activity) ? [`活性：${why(activity)}`] : []),
    ...(why(agingOffset) ? [`衰老偏移：${why(agingOffset)}`] : []),
  ]
  return parts.length > 0 ? `无法检验的通路没有 p，在校正中按 p = 1 计（${parts.join('；')}）。` : ''
}

export const chinese: Words = {
  title: '方法',
  synthetic: '**合成数据。**服务将本研究的数据标记为合成数据，并非真实测量结果。',
  data: {
    heading: '数据',
    of: (data) => [`${source(data)}${groupsOf(data)}`, data.withResult > 0 ? values(data) : '', joined(data)],
    ofOne: (data, name) => [
      `研究对象为样本${quoted(name)}。${source(data)}`,
      data.withResult > 0 ? values(data) : '',
      joined(data),
    ],
  },
  comparison: {
    heading: '组间比较',
    groups,
    test: (compared, cite) => tests[compared.test](compared, cite),
    adjusted: ({ tested }, cite) => [
      `${tested.activity.tested === 0 && tested.agingOffset.tested === 0 ? '没有可检验的通路。' : `为校正多重检验，p 值按 Benjamini–Hochberg 法校正 ${cite('benjamini')}，两项指标分别进行：活性涉及全部 ${familyOf(tested.activity)} 条通路，衰老偏移涉及 ${familyOf(tested.agingOffset)} 条（校正后记为 q），其中可检验的分别为 ${tested.activity.tested} 条和 ${tested.agingOffset.tested} 条。`}${untested(tested)}`,
    ],
    cautions: (sentences) => (sentences.length === 0 ? [] : [`该比较的局限：${sentences.join('')}`]),
    replicates: ({ replicatesBy, noise, pairBy, test }, cite) => {
      if (replicatesBy === null) return []
      const key = `${quoted(replicatesBy)}${pairBy === null ? '' : `与${quoted(pairBy)}`}`
      const unit = `同组内字段${key}取值相同的样本视为对同一对象的重复测量，以均值计一次，因此 n 为被测对象数。${byRanks(test) ? '这些均值之间是否同秩按未舍入的数值判断。' : ''}`
      if (!noise) return [`${unit}没有两个样本符合这一条件，测量噪声未知。`]
      return [
        `${unit}测量噪声按通路逐条估计，为各组合并的重复测量内标准差（SD；最多 ${noise.sets} 组重复测量，自由度 ${noise.df}）${cite('bland')}。均值之差的绝对值小于 1.96 · SD · √v 时视为在噪声之内，其中 v 为两组 Σ(1/k)/n² 之和（n 个对象，每个测量 k 次）${pairBy === null ? '' : '；配对时为各配对的该方差的均值除以配对数'}。两次单独测量可分辨的最小变化为 1.96 · √2 · SD。`,
      ]
    },
  },
  clock: {
    heading: '通路时钟',
    of: ({ predicted, chronological, points, units, leftOut, line, correlation }, cite) => {
      const missing = [
        ...(leftOut.withoutClock > 0 ? [`${leftOut.withoutClock} 个没有预测年龄`] : []),
        ...(leftOut.withoutAge > 0 ? [`${leftOut.withoutAge} 个没有实际年龄`] : []),
      ]
      const from =
        chronological?.from === 'clock'
          ? `同一结果中的${quoted(chronological.name)}`
          : `样本的字段${quoted(chronological?.name ?? '')}`
      return [
        `预测年龄为通路时钟对样本整体返回的数值${quoted(predicted?.name ?? '')}，实际年龄为${from}；${points.length} 个样本二者兼备${missing.length > 0 ? `（未纳入：${list(missing)}）` : ''}。${line ? '直线为预测年龄对实际年龄的普通最小二乘拟合。' : ''}${correlation ? `相关系数为 Pearson r${correlation.rLow === null ? '' : `，其 95% 置信区间由 Fisher z 变换得到 ${cite('fisher')}${units ? `，字段${quoted(units.field)}的每个值只计一次（${units.count} 个）` : ''}`}。` : ''}二者视为同一单位，服务对此未作说明。一致性以平均绝对误差和平均差（预测年龄减实际年龄）描述。`,
      ]
    },
    compared: ({ samples, hasResiduals, withoutClock, withoutAge, byAge }, facts, cite) => {
      const missing = [
        ...(withoutClock > 0 ? [`${withoutClock} 个没有预测年龄`] : []),
        ...(withoutAge > 0 ? [`${withoutAge} 个没有实际年龄`] : []),
      ]
      const residual = hasResiduals
        ? `图中所示为残差，即预测年龄减去上述直线（由全部 ${samples} 个二者兼备的样本拟合）在该样本实际年龄处的值。`
        : ''
      const tested =
        '以与通路相同的检验、配对和重复测量在各组间比较；同一对象的样本以预测年龄和实际年龄的均值计入一次。每项为单次检验，p 未作校正，各项之间也未相互校正。'
      return [
        `年龄加速为样本的预测年龄减实际年龄，视为以岁为单位。${tested}${residual}各组均值附基于 Student t 分布的 95% 置信区间；在相同实际年龄下比较时，均值为按回归斜率换算到平均实际年龄的预测年龄的均值。${missing.length > 0 ? `组内未纳入的样本：${list(missing)}。` : ''}`,
        ...(byAge && byAge !== 'paired' ? tests[byAge](facts, cite) : []),
      ]
    },
  },
  structure: {
    heading: '聚类与主成分分析',
    trees: ({ linkage, distance, view, leftOut, sampleTree, pathwayTree }, cite) => {
      const what = [...(sampleTree ? ['样本'] : []), ...(pathwayTree ? ['通路'] : [])].join('和')
      const left = [
        ...(leftOut.samples.length > 0 ? [`${leftOut.samples.length} 个样本`] : []),
        ...(leftOut.pathways.length > 0 ? [`${leftOut.pathways.length} 条通路`] : []),
      ]
      const linked = {
        average: '平均连接法（UPGMA）',
        complete: '最长距离法（complete linkage）',
        single: '最短距离法（single linkage）',
        ward: `Ward 最小方差法（基于距离平方，ward.D2）${linkage === 'ward' ? cite('ward') : ''}`,
      }[linkage]
      const measured =
        distance === 'euclidean'
          ? '欧氏距离；有缺失值时，以两者共有项计算的平方和按比例放大至全部项'
          : '相关距离（1 − Pearson r，按两者共有项计算）'
      return [
        `${what}按${view === 'z' ? '活性在各通路内的 z 分数' : '服务返回的活性原值（未中心化、未标准化）'}分别作层次聚类，采用${linked}和${measured}。${left.length > 0 ? `${list(left)}因与其他对象没有共有数值而未纳入。` : ''}`,
      ]
    },
    components: ({ samples, pathways, scaled, leftOut, components }) => {
      const left = [
        ...(leftOut.pathways.length > 0
          ? [`${leftOut.pathways.length} 条通路（超过五分之一的样本缺失或数值无变异）`]
          : []),
        ...(leftOut.samples.length > 0 ? [`${leftOut.samples.length} 个样本（缺少其余通路中的某一条）`] : []),
      ]
      return [
        `主成分分析基于 ${samples.length} 个样本在 ${pathways.length} 条通路上的活性，各通路中心化至均值 0${scaled ? ' 并标准化至标准差 1' : '，未标准化'}，采用奇异值分解；给出占总方差比例最大的 ${components.length} 个主成分，其符号取使最大载荷为正的方向。${left.length > 0 ? `未纳入：${list(left)}。` : ''}`,
      ]
    },
  },
  software: {
    heading: '软件',
    of: (version, statistics) => [
      `数据使用 Pathclock ${version} 获取并${statistics ? '分析' : '保存'}。${statistics ? '所附 R 和 Python 程序由导出的表格重新计算各项数值，并与所报告的数值比较，相对误差限为 1e-9。' : '所附 R 和 Python 程序读取导出的表格，并与所保存的数值比较。'}`,
      '仅供科研使用，不得用于诊断或治疗。',
    ],
  },
  references: '参考文献',
}

const hedges = (cite: Cite): string =>
  `Hedges g，即均值之差除以合并标准差，再乘以精确的小样本校正因子 Γ(m/2) / (√(m/2) · Γ((m − 1)/2))，其中 m = n₁ + n₂ − 2 ${cite('hedges')}`
const welchInterval = '基于 Welch t 分布的 95% 置信区间'
const rankP =
  '两组数值均少于 50 个且无相同数值时，p 由精确分布计算；否则采用正态近似，并作连续性校正和同秩（相同数值）校正'

const counts = ({ activity, agingOffset }: ComparisonFacts['tested']): string =>
  `（活性：精确 ${activity.exact} 条、近似 ${activity.approximate} 条通路；衰老偏移：精确 ${agingOffset.exact} 条、近似 ${agingOffset.approximate} 条）`

const pairCount = (complete: ComparisonFacts['complete']): string => {
  if (!complete) return ''
  const { least, most } = complete
  return least === most ? `（${most} 对）` : `（依通路不同为 ${least} 至 ${most} 对）`
}
const everyTwoByWelch = (twos: number, cite: Cite): string =>
  twos > 1
    ? `此外，全部 ${twos} 种两两组合采用 Welch 两独立样本 t 检验（双侧，各检验仅使用所涉两组的数值）比较 ${cite('welch')}；所得 p 在每条通路的 ${twos} 次比较之间按 Holm 法校正 ${cite('holm')}。报告均值之差及其${welchInterval}（未作多重比较校正）；效应量为 ${hedges(cite)}。`
    : ''

/** The full name of each test, with its effect size and its interval. */
const tests: Record<RunTest, (compared: ComparisonFacts, cite: Cite) => string[]> = {
  welch: (_, cite) => [
    `对每条通路的每项指标，两组采用 Welch 两独立样本 t 检验比较（双侧，不假定方差相等，自由度按 Welch–Satterthwaite 公式计算）${cite('welch')}。报告均值之差及其${welchInterval}；效应量为 ${hedges(cite)}，其 95% 置信区间基于非中心 t 分布。`,
  ],
  'mann-whitney': ({ tested }, cite) => [
    `对每条通路的每项指标，两组采用 Mann–Whitney U 检验（即 Wilcoxon 秩和检验，双侧）比较 ${cite('mannWhitney')}。统计量 W 为第一组的 U，即两组数值两两比较时第一组数值较大的组合数，相等者计 0.5。${rankP}${counts(tested)}。效应量为 Cliff δ，即第一组数值较大的比例减去较小的比例 ${cite('cliff')}。差值为 Hodges–Lehmann 差值，即第一组与第二组数值两两之差的中位数 ${cite('hodges')}，附该检验的 95% 置信区间；组太小而达不到 95% 时不给出区间。δ 的区间按 Fisher z 变换计算。`,
  ],
  paired: ({ complete }, cite) => [
    `对每条通路的每项指标，两侧均有数值的配对${pairCount(complete)}采用配对 t 检验（双侧）比较。报告配对差值的均值及其基于 Student t 分布的 95% 置信区间；效应量为配对差值的 Hedges g，即差值均值除以差值自身的标准差（d_z ${cite('lakens')}），再乘以自由度为 n − 1（n 为配对数）的精确小样本校正因子 ${cite('hedges')}。其 95% 置信区间基于非中心 t 分布。其度量单位与两独立样本的 Hedges g 不同，二者不可相互比较。`,
  ],
  'wilcoxon-signed-rank': ({ tested, complete }, cite) => [
    `对每条通路的每项指标，两侧均有数值的配对${pairCount(complete)}采用 Wilcoxon 符号秩检验（双侧）比较 ${cite('wilcoxon')}。差值为 0 的配对被剔除；统计量 V 为正差值的秩和。配对少于 50 个、无零差值且差值绝对值互不相同时，p 由精确分布计算；否则采用正态近似，并作连续性校正和同秩（相同数值）校正${counts(tested)}。效应量为配对样本的秩双列相关，即正秩和与负秩和之差除以二者之和 ${cite('kerby')}。差值为 Hodges–Lehmann 伪中位数，即任意两个差值之均值的中位数 ${cite('hodges')}，附该检验的 95% 置信区间；配对太少而达不到 95% 时不给出区间。效应量的区间按 Fisher z 变换计算。`,
  ],
  'kruskal-wallis': ({ groups: of, twos }, cite) => [
    `对每条通路的每项指标，${of.length} 组采用 Kruskal–Wallis 检验比较（H 经同秩校正；p 由自由度为 ${of.length - 1} 的 χ² 分布计算，在任何样本量下均为近似值）${cite('kruskal')}。效应量为 ε² = H / (n − 1)，n 为数值总数 ${cite('tomczak')}。`,
    twos > 1
      ? `此外，全部 ${twos} 种两两组合采用 Mann–Whitney U 检验（双侧）比较 ${cite('mannWhitney')}：${rankP}；所得 p 在每条通路的 ${twos} 次比较之间按 Holm 法校正 ${cite('holm')}，效应量为 Cliff δ ${cite('cliff')}。差值为 Hodges–Lehmann 差值 ${cite('hodges')}，附这些检验的区间（未作多重比较校正）。`
      : '',
  ],
  'welch-anova': ({ groups: of, twos }, cite) => [
    `对每条通路的每项指标，${of.length} 组采用 Welch 方差分析比较（不假定方差相等；F 的组间自由度为 ${of.length - 1}，组内自由度按 Welch 近似公式计算）${cite('welchAnova')}。效应量为 ω² = d(F − 1) / (d(F − 1) + n)，其中 d = ${of.length - 1}，n 为数值总数；F < 1 时记为 0 ${cite('kirk')}。`,
    everyTwoByWelch(twos, cite),
  ],
  anova: ({ groups: of, twos }, cite) => [
    `对每条通路的每项指标，${of.length} 组采用普通单因素方差分析比较，因为当组内数值少于组数时，Welch 方差分析不能保持其错误率。效应量为 ω² = d(F − 1) / (d(F − 1) + n)，其中 d = ${of.length - 1}，n 为数值总数；F < 1 时记为 0 ${cite('kirk')}。`,
    everyTwoByWelch(twos, cite),
  ],
  regression: (_, cite) => [
    `在相同实际年龄下，两组采用普通最小二乘法比较：以预测年龄对实际年龄和组别作回归。差值为组别的系数，其 95% 置信区间和 p（双侧）基于自由度为 n − 3 的 Student t 分布（所有实际年龄相同时为 n − 2）。效应量为 Hedges g，即差值除以残差标准差，再乘以相应自由度的精确小样本校正因子 ${cite('hedges')}。`,
  ],
  'paired-regression': (_, cite) => [
    `在相同实际年龄下，配对采用普通最小二乘法比较：以每对的预测年龄之差对实际年龄之差作回归。差值为截距，其 95% 置信区间和 p（双侧）基于自由度为 n − 2 的 Student t 分布（n 为配对数）。各对的实际年龄之差相同时，即为年龄加速的配对 t 检验。效应量为截距除以残差标准差，再乘以精确小样本校正因子 ${cite('hedges')}。`,
  ],
  ancova: (compared, cite) => [
    `在相同实际年龄下，各组采用协方差分析比较：以预测年龄对实际年龄和组别作最小二乘回归，对组别作 F 检验。效应量为 ω² = d(F − 1) / (d(F − 1) + n)，其中 d 为组间自由度，n 为数值总数；F < 1 时记为 0 ${cite('kirk')}。此外，两两组合各自作回归比较，所得 p 按 Holm 法校正 ${cite('holm')}。`,
    ...tests.regression(compared, cite),
  ],
}
