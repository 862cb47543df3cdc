#!/bin/bash
# Measures the nodes of a cluster with warpline, and reports. Read it, change it, and run it with
# bash on a login node. It submits itself to Slurm:
#     a job for each node, which runs `warpline run` there and writes into OUT/NODE;
#     a job after these, which merges their results and writes OUT/merged/report/index.html.
# `bash batch.sh --wait` also waits for the end. The jobs that measure have these options:

# The node for itself: no other job, all CPUs, all memory
#SBATCH --nodes=1 --ntasks=1 --exclusive --mem=0
# USR1 comes two minutes before the time limit. The job stops, is queued again, and then measures
# the points that are missing. So does a job that Slurm preempts.
#SBATCH --signal=B:USR1@120 --requeue --open-mode=append
# Variables and loaded modules are those of the shell that submits
#SBATCH --export=ALL

warpline=@program@
out=@out@
partition=@partition@
time=@time@         # limit of a job; empty: an hour, or what the partition allows if that is less
nodelist=@nodelist@ # such as n[1-3],n7; empty: all nodes of the partition
count=@nodes@       # how many of them, idle ones first; empty: all
at_once=@at-once@   # how many jobs run at once; empty: all
site=(@site@)       # Slurm's options for all jobs
each=(@each@)       # Slurm's options for the jobs that measure
run=(@run@)         # what they measure: arguments of warpline run

say() { # MESSAGE: without the control characters of names that are somebody else's
    echo "warpline batch: ${1//[[:cntrl:]]/?}" >&2
}

fail() { # STATUS MESSAGE
    say "$2"
    exit "$1"
}

fail_job() { # MESSAGE: also for `scontrol show job`, since on a full disk there is no log
    scontrol update JobId="$SLURM_JOB_ID" Comment="$1" 2>/dev/null
    fail 1 "$1"
}

# Sets `have` and `planned`: how many points a folder has, and how many its run planned.
count_points() { # FOLDER
    have=0 planned=0
    [ ! -f "$1/results.csv" ] || read -r have planned < <(awk '/^# points: / { planned = $3 }
        !/^#/ { lines++ } END { print (lines > 0 ? lines - 1 : 0), planned + 0 }' "$1/results.csv")
    # A program that was killed may have left a part of a line
    [ "$have" = 0 ] || [ -z "$(tail -c 1 "$1/results.csv")" ] || have=$((have - 1))
}

seconds() { # TIME: as Slurm has it, from MINUTES to DAYS-HOURS:MINUTES:SECONDS; infinite; empty
    awk -F '[-:]' '!/[0-9]/ { print ($0 == "" ? 0 : 1e9); next }
        /-/ { print $1 * 86400 + $2 * 3600 + $3 * 60 + $4; next }
        { print (NF == 3 ? $1 * 3600 + $2 * 60 + $3 : $1 * 60 + $2) }' <<<"$1"
}

submit() { # [OPTION]...: sbatch's, for the job that merges
    command -v sbatch >/dev/null || fail 3 "there is no sbatch here; use a login node of the cluster"
    mkdir -p "$out" && out=$(cd -P "$out" && pwd) || exit 2
    [[ $out != *[%\\]* ]] || fail 2 "$out: Slurm replaces % and \\ in the names of logs; use another folder"
    # The folder's name makes that of the jobs, so that every user finds a batch that is at work there
    name=warpline-$(cksum <<<"$out" | cut -d' ' -f1)
    exec {lock}<"$out" || exit 2 # of two that begin at the same time, one is first
    flock --nonblock --conflict-exit-code 9 "$lock" 2>/dev/null
    [ $? != 9 ] || fail 2 "$out: another batch is being submitted there"
    busy=$(squeue -h --name="$name" -o %u) || exit 3
    [ -z "$busy" ] || fail 2 "$out: a batch of ${busy%%[[:space:]]*} is at work there; see squeue --name=$name"
    # Slurm may hide the jobs of others (PrivateData), whose batch has a script there, but no merge.log
    [ ! -e "$out/batch.sh" ] || [ -O "$out/batch.sh" ] || [ -e "$out/merge.log" ] || fail 2 \
        "$out: the batch of $(stat -c %U "$out/batch.sh") has not ended; if it was cancelled, remove $out/batch.sh"
    { [ "$0" -ef "$out/batch.sh" ] || cp --remove-destination "$0" "$out/batch.sh"; } && cd "$out" || exit 2

    states=$(sinfo -h -N -p "$partition" -o '%N %T' | sort -uV)
    [ -n "$states" ] || fail 2 "partition $partition has no nodes; see sinfo"
    nodes=$(grep ' idle' <<<"$states"; grep -v ' idle' <<<"$states")
    [ -z "$nodelist" ] || nodes=$(awk 'NR == FNR { state[$1] = $2; next } { print $1, state[$1] }' \
        <(echo "$states") <(scontrol show hostnames "$nodelist" | sort -uV))
    # Slurm takes a job that is longer than its partition allows, and never starts it
    limit=$(sinfo -h -p "$partition" -o %l | head -n 1)
    [ -n "$time" ] || [ "$(seconds "$limit")" -lt 3600 ] || time=1:00:00
    [ "$(seconds "$time")" -le "$(seconds "$limit")" ] || fail 2 "--time $time: partition $partition allows $limit"
    each+=(${time:+"--time=$time"})
    # A job that cannot end by then is removed, since its node went down, for example
    [[ " ${each[*]}" == *" --deadline="* ]] || each+=("--deadline=now+$((86400 + $(seconds "$time")))seconds")
    rm -f merge.log refused # an earlier batch's, or a link to write through
    jobs=() measured=() after=()
    while read -r node state && [ ${#jobs[@]} -lt "${count:-999999}" ]; do
        case $state in # a star: it does not answer
        '' | *\** | down* | drain* | fail* | error* | inval* | unknown* | future* | blocked*)
            say "node $node is ${state:-unknown}: it is left out"
            continue ;;
        esac
        [ ${#jobs[@]} -lt "${at_once:-999999}" ] || after=(--dependency="afterany:${jobs[-at_once]}")
        if id=$(sbatch --parsable --job-name="$name" --nodelist="$node" --output="$node.log" \
            "${site[@]}" "${each[@]}" "${after[@]}" batch.sh measure 2>refused) && [[ $id =~ ^[0-9]+(;|$) ]]; then
            jobs+=("${id%%;*}") measured+=("$node")
        else # it has no such GPU, for example
            say "node $node is left out: $(tail -n 1 refused)${id:+ (answered $id)}"
        fi
    done <<<"$nodes"
    rm -f refused
    [ ${#jobs[@]} -gt 0 ] || fail 3 "partition $partition has no node for this; see sinfo -p $partition"
    printf '%s\n' "measure: ${measured[*]}" "follow:  squeue --name=$name" "cancel:  scancel --name=$name" \
        "logs:    $out/NODE.log, $out/merge.log" "page:    $out/merged/report/index.html"
    exec {lock}<&- # squeue shows the jobs now
    # Without this job nobody would merge. With --wait its status is known here, and the reason.
    sbatch --job-name="$name" --output=merge.log --open-mode=append ${time:+"--time=$time"} "${site[@]}" "$@" \
        --dependency="afterany$(printf ':%s' "${jobs[@]}")" --wrap="bash batch.sh merge ${measured[*]}" ||
        { status=$?; scancel --quiet "${jobs[@]}"; [ ! -s merge.log ] || tail -n 1 merge.log >&2; exit "$status"; }
}

measure() {
    node=$SLURMD_NODENAME folder=$out/$SLURMD_NODENAME signals=''
    # A job that is queued again may be given other GPUs, and then has other points
    [[ " ${each[*]}" != *" --gres="* ]] || folder+=${SLURM_JOB_GPUS:+.gpu${SLURM_JOB_GPUS//,/+}}
    lines=$(cat "$folder"/*.csv 2>/dev/null | wc -l)
    # For the header of the results: Slurm has no variables of these two
    WARPLINE_NODE_FEATURES=$(sinfo -h -N -n "$node" -o %f | head -n 1)
    WARPLINE_CONSTRAINT=$(squeue -h -j "$SLURM_JOB_ID" -o %f)
    # Since Slurm 22.05 srun does not take the job's CPUs by itself
    export SRUN_CPUS_PER_TASK=$SLURM_CPUS_ON_NODE WARPLINE_NODE_FEATURES WARPLINE_CONSTRAINT

    # The program gets USR1 for both: at TERM srun would kill it at once
    trap 'signals+=" USR1"; kill -USR1 "$srun"' USR1
    trap 'signals+=" TERM"; kill -USR1 "$srun"' TERM
    # warpline binds its threads itself; some sites bind all of them to one core
    srun --cpu-bind=none "$warpline" run "${run[@]}" --out "$folder" &
    srun=$!
    while seen=$signals; wait "$srun"; status=$?; [[ $signals != "$seen" && $status -gt 128 ]]; do :; done
    count_points "$folder"
    echo "warpline batch: $node: $have of $planned points, exit status $status"
    # 4: stopped early. After TERM Slurm itself queues the job again (preempted), or not (cancelled).
    if [[ $status = 4 && $signals != *TERM* ]]; then
        [ "$(cat "$folder"/*.csv 2>/dev/null | wc -l)" -gt "$lines" ] ||
            fail 4 "$node: nothing was measured before the time limit: not queued again; use a longer --time"
        scontrol requeue "$SLURM_JOB_ID"
    fi
    # srun also returns 0 where a node fails
    [[ $status = 0 && ($have -lt $planned || $planned = 0) ]] && exit 1
    exit "$status"
}

write() { # FILE COMMAND...: that prints the name of the file, also if it ends with 1, since points are missing
    said=$("${@:2}" 2>&1) || doubtful=yes
    echo "$said"
    grep -qxF "$1" <<<"$said" || fail_job "$1 was not written: ${said##*$'\n'}"
}

merge() { # NODE...
    folders=() missing='' doubtful=''
    rm -f "$out/merged/report/index.html" # an earlier batch's
    for node in "$@"; do
        found='no points'
        for folder in "$out/$node" "$out/$node".gpu*; do
            count_points "$folder"
            [ "$have" -gt 0 ] || continue
            folders+=("$folder")
            [ "$found" = all ] || found="$have of $planned points"
            [ "$have" -lt "$planned" ] || found=all
        done
        [ "$found" = all ] && continue
        echo "warpline batch: $node: $found; see $out/$node.log"
        missing+=", $node: $found"
    done
    [ ${#folders[@]} -gt 0 ] || fail_job "no node has points; see $out/NODE.log"
    write "$out/merged/results.csv" "$warpline" merge "${folders[@]}" --nodelist "$(IFS=,; echo "$*")" --out "$out/merged"
    write "$out/merged/report/index.html" "$warpline" report "$out/merged"
    [ -z "$missing" ] || fail_job "points are missing (${missing:2}); see $out/NODE.log"
    [ -z "$doubtful" ] || fail_job "some results are doubtful; the reasons are above"
}

[[ ${1-} =~ ^(measure|merge)$ ]] || set -- submit "$@"
"$@"
