import type { Translations } from '../translate.ts'

/** Chinese texts: exports, with the descriptions of table columns. */
export const exports: Translations = {
  '{0} {1:board|boards}': '{0} 个图版',
  '{0} and {1}': '{0}和 {1}',
  '{0} {1:saved comparison|saved comparisons}': '{0} 个已保存的比较',
  '{0} of this capsule {1:needs|need} a newer version of Pathclock and {2:is|are} left out. To see {3:it|them}, update Pathclock, then open the capsule again; close it first if it is open.':
    '该胶囊中的 {0}需要更新版本的 Pathclock，因此未显示。要查看它们，请更新 Pathclock，然后重新打开该胶囊；如果胶囊已打开，请先关闭。',
  'A spreadsheet that opens this file reads some texts as numbers or dates and changes them: {0}. Save a workbook (XLSX) instead, which leaves them unchanged.':
    '用电子表格打开此文件时，部分文本会被当作数字或日期而改变：{0}。请改为保存工作簿（XLSX），其中的文本保持不变。',
  'Group given here; it goes before a group that was ordered.': '在此设定的分组；优先于下单时的分组。',
  'Tags given here, joined by “; ”, with “\\” before a “;” or “\\” of their own; empty text: none.':
    '在此添加的标签，以“; ”分隔，其中的“;”或“\\”前加“\\”；空文本：无。',
  'Note taken here.': '在此记录的备注。',
  'When the annotations were last changed.': '最近一次更改注释的时间。',
  'Who changed it last, where that is known.': '最近一次更改者（如已知）。',
  'Value added to the sample here.': '在此为样本添加的值。',
  'Identifier of the answer on this computer.': '应答在本机的标识符。',
  'Identifier of the sample at the service.': '样本在服务中的标识符。',
  'The name under which the sample was ordered.': '订购样本时使用的名称。',
  'activity: of pathway-analysis; clock: of pathway-clock.':
    'activity：来自 pathway-analysis；clock：来自 pathway-clock。',
  'When the answer was fetched.': '获取应答的时间。',
  'Address of the service that gave it.': '给出应答的服务的地址。',
  'The parameters that were sent, JSON.': '发送的参数，JSON。',
  'Identifier of the request, where the service gave one.': '请求的标识符（服务提供时）。',
  'Whether it is the newest of its sample and kind.': '是否为该样本该种类的最新应答。',
  'How many pathways it has values of.': '包含数值的通路数。',
  'Whether the service marked the data as synthetic.': '服务是否将数据标记为合成数据。',
  'The table has no column “{0}”. It has: {1}.': '表格没有列“{0}”。现有：{1}。',
  'no column “{0}”': '没有列“{0}”',
  'Values of the first group.': '第一组的数值。',
  'Values of the second group.': '第二组的数值。',
  'Their mean.': '其平均值。',
  'Their standard deviation (n − 1).': '其标准差（n − 1）。',
  'Their median.': '其中位数。',
  'Name of the pathway.': '通路名称。',
  'Which of its two values is compared.': '比较其两个数值中的哪一个。',
  'The test that was run.': '所作的检验。',
  'First group; empty: all groups are compared.': '第一组；空：比较所有组。',
  'Second group.': '第二组。',
  'Complete pairs, for paired tests.': '完整的配对数，用于配对检验。',
  'Mean of the first − mean of the second; paired: mean of the differences; by ranks: Hodges–Lehmann’s.':
    '第一组平均值 − 第二组平均值；配对时：差值的平均值；秩检验：Hodges–Lehmann 差值。',
  'Lower end of its 95% interval by the test itself; empty: none of that level can be reached.':
    '其 95% 区间的下限，按检验本身计算；空：无法达到该置信水平。',
  'Lower end of the 95% interval of the effect of two groups.': '两组效应量的 95% 区间的下限。',
  'Upper end of that interval.': '该区间的上限。',
  'Upper end of its 95% interval.': '其 95% 区间的上限。',
  'Size of the effect, as effect_name says.': '效应量，种类见 effect_name。',
  'Which effect it is.': '是哪一种效应量。',
  'Which statistic it is: t, W, V, H or F.': '是哪一种统计量：t、W、V、H 或 F。',
  'Statistic of the test.': '检验的统计量。',
  'Degrees of freedom; of Welch’s analysis of variance those between the groups.':
    '自由度；Welch 方差分析为组间自由度。',
  'Degrees of freedom within the groups, of Welch’s analysis of variance.':
    '组内自由度，用于 Welch 方差分析。',
  'p of the test, two-sided.': '检验的 p，双侧。',
  'p adjusted by Benjamini–Hochberg over all pathways of this measure; one without p counts as 1.':
    '对此指标的全部通路按 Benjamini–Hochberg 校正的 p；没有 p 的通路按 1 计。',
  'p of two of several groups, adjusted by Holm over the pairs of this pathway.':
    '多组中两组之间的 p，对此通路的各对按 Holm 校正。',
  'tooFew values, noSpread among them, or tooLarge to count.':
    '数值太少（tooFew）、没有差异（noSpread）或数量过大无法计数（tooLarge）。',
  'p by the exact distribution; false: by its normal approximation; empty: there is no choice.':
    'p 按精确分布计算；false：按正态近似；空：没有选择。',
  'Tests by ranks: the smallest p that counting so many different values could give.':
    '秩检验：对这么多不同数值计数所能得到的最小 p。',
  'Tested with fewer than five values in a group, or fewer than five pairs.':
    '有的组不足五个数值，或不足五对。',
  'Signed ranks: pairs without a difference, which the test leaves out.':
    '符号秩检验：没有差异、因而未计入的配对数。',
  'Smallest change that two single measurements can tell; empty: there are no replicates.':
    '两次单独测量能够区分的最小变化；空：没有重复测量。',
  'What the noise of measuring makes of this difference in 95 of 100 cases; empty: there are no replicates.':
    '测量噪声在 100 次中有 95 次造成的差异；空：没有重复测量。',
  'Whether the difference lies below noise_limit.': '差异是否低于 noise_limit。',
  'Address of the services that gave the values.': '给出数值的服务的地址。',
  'When the oldest of the answers was fetched.': '获取最早应答的时间。',
  'When the newest of the answers was fetched.': '获取最新应答的时间。',
  'Whether the service marked any of the data as synthetic.': '服务是否将其中任何数据标记为合成数据。',
  'Address of the service that the drugs come from.': '药物来自的服务的地址。',
  'Whether the service marked the drug as synthetic; empty: the drug is not cached.':
    '服务是否将药物标记为合成数据；空：没有保存其任何内容。',
  'Identifier of the drug at the service.': '药物在服务中的标识符。',
  'Name of the drug.': '药物名称。',
  'Other names, joined by “; ”.': '其他名称，以“; ”分隔。',
  'Class of the drug, in the words of the service.': '药物的类别，按服务的说法。',
  'Text of the service.': '服务的文字。',
  'Pathways, each with its direction and the evidence, joined by “; ”.': '通路，各附方向和证据，以“; ”分隔。',
  'Marked as a favorite here.': '在此标为收藏。',
  'Tags given here, joined by “; ”.': '在此添加的标签，以“; ”分隔。',
  'Lists that it is in, joined by “; ”.': '所在的列表，以“; ”分隔。',
  'When it was met first or last in a list of the service.': '最近一次出现在服务列表中的时间。',
  'When its details were fetched.': '获取其详细信息的时间。',
  'When its pathways were fetched; empty: never.': '获取其通路的时间；空：从未获取。',
  'The file is written. It could not be noted among the exports: {0}': '文件已写入，但无法记入导出记录：{0}',
  'Export of results': '导出结果',
  'Export of samples': '导出样本',
  'Export of drugs': '导出药物',
  'Export of a comparison': '导出比较',
  'Export of matching drugs': '导出匹配药物',
  'Whether the list is of drugs that oppose the profile or of drugs that mimic it.':
    '列表为与谱相反的药物还是与谱相似的药物。',
  'Score in this direction, above 0 and at most 1.': '该方向的得分，大于 0，最大为 1。',
  'The compared group that was given this drug, by its name or a synonym; empty: none.':
    '所比较的组中给予了该药物的组（按其名称或别名判断）；为空：没有。',
  'Share of the profile’s squared values on pathways where the drug acts in a known direction.':
    '药物以已知方向作用的通路所占此谱平方值的比例。',
  'Pathways on which the drug acts against the profile: its direction, and the profile’s value in brackets, joined by “; ”.':
    '药物作用与谱相反的通路：药物的方向，括号中为谱的数值，以“; ”连接。',
  'Pathways on which the drug acts as the profile shows, in the same form.':
    '药物作用与谱一致的通路，格式相同。',
  'Pathways of the profile on which the drug acts in an unknown direction, joined by “; ”.':
    '谱中药物作用方向未知的通路，以“; ”连接。',
  'What the values in brackets are: z, or the name of an effect.': '括号中数值的含义：z，或效应的名称。',
  'Identifier at DrugBank; empty: the service gives none, or the details of the drug were not fetched.':
    'DrugBank 编号；为空：服务未提供，或未获取该药物的详情。',
  'Identifier at ChEMBL; empty: the service gives none, or the details of the drug were not fetched.':
    'ChEMBL 编号；为空：服务未提供，或未获取该药物的详情。',
  'When the pathways of the drug were fetched.': '获取该药物通路的时间。',
  'Export of screenings': '导出筛选',
  'Export of imports': '导出导入记录',
  'Export of answers': '导出应答',
  'This computer has no such import.': '本机不知道此导入。',
  'Identifier of the import on this computer.': '导入在本机的标识符。',
  'Number of the row in its file.': '行在其文件中的行号。',
  'The name of the sample.': '样本的名称。',
  'What became of the order.': '订单的结果。',
  'Why, where there is something to say.': '原因（如有说明）。',
  'Identifier of the sample at the service; empty: there is none.': '样本在服务中的标识符；空：没有样本。',
  'When the request left; where it was repeated under its key, the first time.':
    '请求发出的时间；以同一键重复发送的，为首次发出的时间。',
  'How often a request left.': '请求发出的次数。',
  'When this row changed last.': '此行最近一次更改的时间。',
  'The key that was sent with the order.': '随订单发送的键。',
  'Name of the file that was imported.': '导入文件的名称。',
  'SHA-256 of its bytes.': '其字节的 SHA-256。',
  'When it was imported.': '导入的时间。',
  'Columns that are stored with the sample and were not sent, JSON.': '与样本一起保存但未发送的列，JSON。',
  'Cells that were corrected here, JSON.': '在此修改的单元格，JSON。',
  'What was replaced in whole columns, JSON.': '在整列中替换的内容，JSON。',
  'How the file was read and sent, JSON.': '文件的读取和发送方式，JSON。',
  'Address of the service that has the order.': '持有订单的服务的地址。',
  'Whether the service marked the sample as synthetic; empty: there is no sample.':
    '服务是否将样本标记为合成数据；空：没有样本。',
  'There are: {0}.': '现有：{0}。',
  'There are none yet.': '目前还没有。',
  'The results have no pathway {0}.': '结果中没有通路{0}。',
  'no pathway “{0}”': '没有通路“{0}”',
  'Age of the donor, as it was ordered.': '下单时填写的供体年龄。',
  'Day of collection, as it was ordered: YYYY-MM-DD.': '下单时填写的采集日期：YYYY-MM-DD。',
  'Whom the sample is of, as it was ordered.': '下单时填写的样本来源者。',
  'Field of the sample, as it was given with the order.': '随订单提供的样本字段。',
  'as returned; empty: none was returned.': '按返回的原样；空：没有返回。',
  'Name of the pathway, as returned.': '通路名称，按返回的原样。',
  'Activity of the pathway, {0}': '通路的活性，{0}',
  'Aging offset of the pathway, {0}': '通路的衰老偏移，{0}',
  'Address of the service that gave the answer.': '给出应答的服务的地址。',
  'Label of the unit that was set for the profile; the service documents none.':
    '为此配置设定的单位名称；服务未说明单位。',
  'The results changed while they were exported. Export them again.':
    '结果在导出期间发生了变化。请重新导出。',
  'Some are not the same any more.': '其中一些已不同。',
  'Which of the two values of a pathway the row has.': '该行是通路两个数值中的哪一个。',
  'raw: as returned; z: distance from the mean of the chosen samples in their SD; zControls: from that of the controls; rank: place among the chosen samples, 1 is the lowest value.':
    'raw：按返回的原样；z：与所选样本平均值之差，以其标准差为单位；zControls：与对照的平均值之差；rank：在所选样本中的名次，1 为最低值。',
  'When the newest answer of the sample was fetched.': '获取样本最新应答的时间。',
  'Whether the service marked any answer of the sample as synthetic.':
    '服务是否将样本的任何应答标记为合成数据。',
  'Aging offset': '衰老偏移',
  '{0} of the pathway {1}, as returned; empty: there is none.':
    '通路 {1} 的{0}，按返回的原样；空：没有数值。',
  '{0} of the pathway {1}; empty: there is none.': '通路 {1} 的{0}；空：没有数值。',
  'It declares a document type.': '它声明了文档类型。',
  'It is no well-formed SVG.': '它不是格式正确的 SVG。',
  'It holds the element “{0}”.': '它含有元素“{0}”。',
  'It holds the attribute “{0}”.': '它含有属性“{0}”。',
  'It refers to something outside of itself.': '它引用了自身以外的内容。',
  'This figure cannot be saved as PDF.': '此图无法保存为 PDF。',
  'State of the order, in the words of the service.': '订单的状态，按服务的说法。',
  'What Pathclock reads that word as.': 'Pathclock 将该说法读作的状态。',
  'When the order was placed.': '下单的时间。',
  'When its state was last checked.': '最近一次询问其状态的时间。',
  'When its pathway analysis was fetched; empty: none is stored.': '获取其通路分析的时间；空：没有保存。',
  'Whether the service marked the sample as synthetic.': '服务是否将样本标记为合成数据。',
  'Number of pathway-clock for the sample as a whole, under the name of the service.':
    'pathway-clock 对整个样本给出的数值，使用服务的名称。',
  'Pathclock is still waiting for the response to this request. Remove it from the list after it arrives.':
    '仍在等待此请求的回应。请先等到回应，再将其从列表中移除。',
  'This computer has no such screening.': '本机不知道此筛选。',
  'Identifier of the screening.': '筛选的标识符。',
  'Which of the two screening endpoints was used.': '询问了服务的两种筛选中的哪一种。',
  'When the screening was begun.': '开始筛选的时间。',
  'Its state, in the words of the service.': '其状态，按服务的说法。',
  'Place of the drug; 1 is the first.': '药物的名次；1 为第一。',
  'Identifier of the drug, where it is known.': '药物的标识符（如已知）。',
  'Score of the drug, as returned; empty: none was returned.': '药物的得分，按返回的原样；空：没有返回。',
  'The entry of the answer as it came, JSON.': '应答中该条目的原样，JSON。',
  'When the results were fetched.': '获取结果的时间。',
  'Address of the service that ranked the drugs.': '对药物排名的服务的地址。',
  'The capsule is damaged and was not opened: {0}. Ask whoever made it for the file again.':
    '胶囊已损坏，未打开：{0}。请向制作者重新索取文件。',
  '{0} repeats what another file holds': '{0} 重复了另一文件的内容',
  '{0} is not as Pathclock writes it': '{0} 不是 Pathclock 写出的格式',
  'line {0} of {1} repeats what stands above it': '{1} 第 {0} 行重复了上方的内容',
  'line {0} of {1} is not as Pathclock writes it': '{1} 第 {0} 行不是 Pathclock 写出的格式',
  'its samples, orders and results do not fit together': '其中的样本、订单和结果互不相符',
  '“{0}” is no study capsule, or it is damaged so much that its list of files cannot be read.':
    '“{0}”不是研究胶囊，或损坏严重，无法读取其文件清单。',
  'no study capsule': '不是研究胶囊',
  '“{0}” was made by a newer version of Pathclock. Update Pathclock to open it.':
    '“{0}”由更新版本的 Pathclock 制作。请更新 Pathclock 后打开。',
  'a newer version': '更新的版本',
  '“{0}” cannot be read.': '无法读取“{0}”。',
  'The study is too large for a capsule. Choose fewer samples.': '研究过大，无法装入胶囊。请选择较少的样本。',
  'A capsule holds 4 GB and 65,000 files at most.': '一个胶囊最多容纳 4 GB 和 65,000 个文件。',
  'row {0}: {1}': '第 {0} 行：{1}',
  'Row {0} of the column “{1}” has {2}, which Parquet cannot store exactly as {3}.':
    '列“{1}”的第 {0} 行为 {2}，Parquet 无法将其准确保存为 {3}。',
  'Export the table as CSV or JSON Lines, or leave the column out.':
    '请将表格导出为 CSV 或 JSON Lines，或略去该列。',
  'The table has {0} columns; a sheet of Excel holds 16,384.':
    '表格有 {0} 列；Excel 的一个工作表最多 16,384 列。',
  'Export it as CSV or Parquet, or leave columns out.': '请导出为 CSV 或 Parquet，或略去一些列。',
  'The table is too long for a workbook of Excel: it would have more than 4 GB.':
    '表格过长，无法装入 Excel 工作簿：将超过 4 GB。',
  'Export it as CSV or Parquet, or with fewer columns.': '请导出为 CSV 或 Parquet，或减少列。',
  'There are no samples to write of. Choose other samples.': '没有可写入的样本。请选择其他样本。',
  'No sample of the register is meant.': '不包含登记表中的任何样本。',
  'Study capsule': '研究胶囊',
  'The results changed while they were read. Write it again.': '结果在读取期间发生了变化。请重新写出。',
  'Export the table as CSV or Parquet, which hold any length.':
    '请将表格导出为 CSV 或 Parquet，二者对长度没有限制。',
  'The table has more rows than the 1,048,576 of a sheet of Excel.':
    '表格的行数超过 Excel 工作表的 1,048,576 行。',
  'The header': '表头',
  'Row {0}': '第 {0} 行',
  '{0} of the column “{1}” has {2} characters; a cell of Excel holds at most 32,767.':
    '列“{1}”的{0}有 {2} 个字符；Excel 单元格最多 32,767 个。',
  '{0} As it came.': '{0}原样保留。',
  '{0} Empty where it cannot be read as a {1}.': '{0}无法读作 {1} 时为空。',
  Report: '报告',
  Activity: '活性',
  'Name of the column.': '列的名称。',
  'text, number, integer, boolean, time (ISO 8601, UTC) or mixed (numbers and texts).':
    'text、number、integer、boolean、time（ISO 8601，UTC）或 mixed（数字和文本）。',
  'Unit of the numbers; empty: there is none; “not documented”: the service does not say.':
    '数字的单位；空：没有单位；“not documented”：服务没有说明。',
  'What the column holds.': '列中的内容。',
}
