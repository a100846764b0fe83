#!/bin/bash
# Run all that is not in experiments/results on a GPU machine, and write results to $OUT as they come.
#     bash experiments/gpu.sh PACKED ENCODER [MINUTES] [JOBS] [BASELINES]
# PACKED and ENCODER are folders that `experiments.pack` wrote; no run is started after MINUTES.
# BASELINES are the models of `experiments.check.baselines` to train, both if none is named.
set -u
packed=${1:?} encoder=${2:?} minutes=${3:-8} jobs=${4:-12} baselines=${5:-bert-dexp loo-digits}
root=/tmp/evidence
export PYTHONPATH=$PWD/src:$PWD:$PWD/$packed/vendor PYTHONUNBUFFERED=1 OMP_NUM_THREADS=1
export TOKENIZERS_PARALLELISM=false HF_HUB_OFFLINE=1 TRANSFORMERS_VERBOSITY=error HF_HUB_DISABLE_PROGRESS_BARS=1
mkdir -p $root /tmp/mps /tmp/mps-log
python3 -m experiments.pack unpack $packed $root && python3 -m experiments.pack unpack $encoder $root || exit 1
# Runs share the GPU concurrently instead of in time slices.
export CUDA_MPS_PIPE_DIRECTORY=/tmp/mps CUDA_MPS_LOG_DIRECTORY=/tmp/mps-log
nvidia-cuda-mps-control -d || true
shared="--data $root --encoder $root/encoder"
python3 -m experiments.check.baselines train $baselines $shared --out "$OUT" >> "$OUT/log" 2>&1 &
python3 -m experiments.magnitude $shared --without logistic bundled --minutes "$minutes" --lines "$OUT/results.jsonl" \
    --results $root/results >> "$OUT/log" 2>&1 &
python3 -m experiments.run $shared --jobs "$jobs" --minutes "$minutes" --lines "$OUT/results.jsonl" 2>&1 | tee -a "$OUT/log"
wait
nvidia-smi --query-gpu=utilization.gpu,memory.used --format=csv
wc -l "$OUT/results.jsonl"
