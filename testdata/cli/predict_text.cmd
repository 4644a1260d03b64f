$C predict --cuda-path=none --chip=h100-sxm predict.cu | sed 's/time  .*/time  .../'
